/** The picture at /og.png. It is drawn when somebody asks for it, and then kept while what it shows stays the same. */
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Snapshot } from '../../publish/snapshot.ts'
import type { OgFacts } from './og-picture.ts'

type RenderOgImage = (snapshot: Snapshot) => Promise<Uint8Array>

const THREAD = new URL(`./og-worker${extname(import.meta.url)}`, import.meta.url)

export function createOgImage(thread = THREAD): RenderOgImage {
  let drawn: { key: string; image: Promise<Uint8Array> } | undefined
  return snapshot => {
    const facts = factsOf(snapshot)
    const key = JSON.stringify(facts)
    if (drawn?.key === key) return drawn.image
    const next = { key, image: draw(facts, thread) }
    // A failed drawing is retried on the next request.
    next.image.catch(() => {
      if (drawn === next) drawn = undefined
    })
    drawn = next
    return next.image
  }
}

function factsOf({ baseUrl, business, aggregateRating, site }: Snapshot): OgFacts {
  const { rating_value, review_count } = aggregateRating
  return {
    name: business.name,
    fictional: business.fictional,
    rating: { rating_value, review_count },
    host: new URL(baseUrl).host,
    accentColor: site.accent_color,
  }
}

async function draw(facts: OgFacts, thread: URL): Promise<Uint8Array> {
  const worker = new Worker(thread, { workerData: facts })
  const failed = once(worker, 'exit').then(([code]) => {
    throw new Error(`The thread that draws the picture ended with code ${code} and without one.`)
  })
  const [png] = (await Promise.race([once(worker, 'message'), failed])) as [Uint8Array]
  return png
}
