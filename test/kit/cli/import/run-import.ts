/** `firsthand import` as a process of its own. */
import type { TestContext } from 'node:test'
import type { Review } from '../../../../src/model/review.ts'
import { type Finished, runCommand } from '../../command.ts'
import { type Folder, makeFolder } from '../../folder.ts'
import { readPublished } from '../published.ts'

type Place = Pick<Folder, 'path' | 'databaseUrl'>

export const optionsFor = ({ path, databaseUrl }: Place) => ({
  cwd: path,
  env: { DATABASE_URL: databaseUrl },
})

export const runImport = (place: Place, ...args: string[]): Promise<Finished> =>
  runCommand(['import', ...args], optionsFor(place))

export interface Imported extends Finished {
  folder: Folder
}

/** Imports one file, under a meaningless name, into a database of its own. */
export async function importFile(
  t: TestContext,
  content: unknown,
  ...flags: string[]
): Promise<Imported> {
  const folder = await makeFolder(t)
  await folder.write('export.bin', content)
  return { folder, ...(await runImport(folder, 'export.bin', ...flags)) }
}

export async function shownOf({ folder }: Imported): Promise<Review[]> {
  return (await readPublished(folder.databaseUrl)).reviews
}
