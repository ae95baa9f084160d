/** `/reviews.csv`, rendered when it is first requested: few clients want it, and it is as large as all reviews. */
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

export const csvOf = (snapshot: Snapshot) =>
  renderCsv({
    digest: snapshot.representations.get('/reviews.json')!.digest,
    ids: snapshot.idsStartingWith(''),
    review: snapshot.review,
  })
