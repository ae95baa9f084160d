/** Share images and icons: drawn when somebody asks for them, and then kept while what they show stays the same. */
import { Worker } from 'node:worker_threads'
import { moduleFile } from '../../package/package-files.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Icon, iconFacts } from './favicon.ts'
import { ogFactsOf } from './og-facts.ts'
import type { Picture } from './og-picture.ts'

const THREAD = moduleFile('site/pictures/og-worker')

/** About 8 MB of share images. */
const MOST_KEPT = 200

export function createPictures(thread = THREAD) {
  const kept = new Map<string, { key: string; image: Promise<Uint8Array> }>()
  let before: Promise<unknown> = Promise.resolve()
  const drawInThread = createDrawing(thread)

  /** One at a time, so that pictures never take more than one core. */
  function draw(picture: Picture): Promise<Uint8Array> {
    const image = before.then(() => drawInThread(picture))
    before = image.catch(() => {})
    return image
  }

  /** `path` is where the picture is, so an outdated one makes room for the next. */
  function find(path: string, picture: Picture): Promise<Uint8Array> {
    const key = JSON.stringify(picture)
    const known = kept.get(path)
    kept.delete(path)
    const one = known?.key === key ? known : { key, image: draw(picture) }
    kept.set(path, one)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    // A failed drawing is retried on the next request.
    one.image.catch(() => {
      if (kept.get(path) === one) kept.delete(path)
    })
    return one.image
  }

  return {
    /** The share image of a page; null where there is no such page. */
    share(snapshot: Snapshot, path: string): Promise<Uint8Array> | null {
      const facts = ogFactsOf(snapshot, path)
      if (facts) return find(path, { share: facts })
      // Nothing is kept of a review that was removed.
      kept.delete(path)
      return null
    },
    icon: async (snapshot: Snapshot, look: Icon['look']) =>
      await find(look, { icon: iconFacts(snapshot, look) }),
  }
}

/** Loading the fonts takes longer than drawing a picture, so the thread waits a while for the next. */
const IDLE_MS = 5000

function createDrawing(thread: URL): (picture: Picture) => Promise<Uint8Array> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    void worker?.terminate()
    worker = undefined
  }
  return picture =>
    new Promise((resolve, reject) => {
      clearTimeout(idle)
      worker ??= new Worker(thread)
      const drawing = worker
      // Only a picture that somebody waits for keeps the process running.
      drawing.ref()
      drawing.removeAllListeners()
      drawing.once('error', reject).once('exit', code => {
        worker = undefined
        reject(new Error(`The thread that draws the picture ended with code ${code} and without one.`))
      })
      drawing.once('message', png => {
        drawing.unref()
        idle = setTimeout(end, IDLE_MS).unref()
        resolve(png)
      })
      drawing.postMessage(picture)
    })
}
