/** The picture at /og.png. It is drawn when somebody asks for it, and then kept while what it shows stays the same. */
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Snapshot } from '../publish/snapshot.ts'
import type { OgFacts } from './og-picture.ts'

export type RenderOgImage = (snapshot: Snapshot) => Promise<Uint8Array>

export function createOgImage(): RenderOgImage {
  let drawn: { key: string; image: Promise<Uint8Array> } | undefined
  return snapshot => {
    const facts = factsOf(snapshot)
    const key = JSON.stringify(facts)
    if (drawn?.key === key) return drawn.image
    const next = { key, image: draw(facts) }
    // What failed is tried again when somebody asks again.
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

async function draw(facts: OgFacts): Promise<Uint8Array> {
  const thread = new Worker(new URL(`./og-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: facts,
  })
  const [png] = (await once(thread, 'message')) as [Uint8Array]
  return png
}
