/** Reviews as a table: all of them (`/reviews.csv`), rendered when first requested because few clients want it, or those that a search finds. */
import type { TableArgs } from '../model/search.ts'
import { createRepresent, type Representation } from './documents/representation.ts'
import { renderCsv } from './documents/reviews-csv.ts'
import type { Snapshot } from './snapshot.ts'

/** Once per Snapshot, for all requests that wait for it. */
export function createFindCsv() {
  const rendered = new WeakMap<Snapshot, Promise<Representation>>()
  return (snapshot: Snapshot) => {
    const known = rendered.get(snapshot)
    if (known) return known
    const rendering = representCsv(snapshot)
    rendered.set(snapshot, rendering)
    rendering.catch(() => rendered.delete(snapshot))
    return rendering
  }
}

/** New objects for each Snapshot, because its headers are cached by them. */
async function representCsv(snapshot: Snapshot): Promise<Representation> {
  const [representation] = await createRepresent()([await csvOf(snapshot)])
  return representation!
}

export const csvOf = (snapshot: Snapshot, args: TableArgs = { sort: 'newest' }) =>
  renderCsv({
    digest: snapshot.representations.get('/reviews.json')!.digest,
    reviews: snapshot.search({ ...args, limit: snapshot.reviewCount })!.reviews,
  })
