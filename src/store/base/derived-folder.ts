/** Where what was made from the data is kept. */
import { dirname, join } from 'node:path'

/** `database` is the path of its file; null for a server, beside which nothing can be kept. */
export const derivedBeside = (database: string | null) =>
  join(database === null ? 'data' : dirname(database), 'snapshot')
