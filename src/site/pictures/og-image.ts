/** Share images and icons: drawn when somebody asks for them, and then kept while what they show stays the same. */
import { Worker } from 'node:worker_threads'
import { localeOf, shorten } from '../../locale/locale.ts'
import { pathName } from '../../model/business.ts'
import { Ulid, withoutScheme } from '../../model/scalars.ts'
import { moduleFile } from '../../package/package-files.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import { SUBJECT_KINDS, type SubjectKind } from '../../publish/context/subjects.ts'
import { parseReview } from '../../publish/months/prepare-review.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { ENOUGH_FOR_PERCENTAGES } from '../base/review-state.ts'
import { FOLDERS } from '../base/site-paths.ts'
import { type Icon, iconFacts } from './favicon.ts'
import type { OgFacts, Picture } from './og-picture.ts'

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
        reject(
          new Error(`The thread that draws the picture ended with code ${code} and without one.`),
        )
      })
      drawing.once('message', png => {
        drawing.unref()
        idle = setTimeout(end, IDLE_MS).unref()
        resolve(png)
      })
      drawing.postMessage(picture)
    })
}

/** What a page adds to what all pictures have. */
type Own = Pick<OgFacts, 'title' | 'note'> & Partial<Pick<OgFacts, 'value' | 'stars' | 'quote'>>

/** What the share image of a page says; null where there is no such page, or none with a picture of its own. */
export function ogFactsOf(snapshot: Snapshot, path: string): OgFacts | null {
  const own = ownFacts(snapshot, path)
  if (!own) return null
  const { business, site, baseUrl, locale } = snapshot
  const { say, words } = localeOf(locale)
  const name = business.fictional
    ? say(words.pictures.fictional, { business: business.name })
    : business.name
  return {
    value: null,
    stars: null,
    quote: null,
    ...own,
    from: path === '/' ? '' : name,
    host: withoutScheme(baseUrl),
    accentColor: site.accent_color,
  }
}

function ownFacts(snapshot: Snapshot, path: string): Own | null {
  if (path === '/') return { title: snapshot.business.name, ...rated(snapshot) }
  if (path === REVIEWS_PATH) return listFacts(snapshot)
  const [, folder, name = ''] = /^(\/\w+)\/([^/]+)$/.exec(path) ?? []
  if (folder === REVIEWS_PATH) return reviewFacts(snapshot, name)
  const kind = SUBJECT_KINDS.find(one => FOLDERS[one] === folder)
  return kind && snapshot.representations.has(path) ? subjectFacts(snapshot, kind, name) : null
}

/** The average, and the number of reviews behind it. */
function rated({ aggregateRating, business, locale }: Snapshot): Omit<Own, 'title'> {
  const { say, rating, words } = localeOf(locale)
  const { rating_value, review_count } = aggregateRating
  if (rating_value === null) return { note: words.pictures.noReviews }
  const reviews = business.fictional ? words.pictures.demoReviews : words.common.reviews
  return {
    value: rating(rating_value),
    stars: rating_value,
    note: say(reviews, { count: review_count }),
  }
}

function listFacts(snapshot: Snapshot): Own {
  const { say, words } = localeOf(snapshot.locale)
  const count = snapshot.aggregateRating.review_count
  const title = count === 0 ? words.frame.reviews : say(words.pictures.allReviews, { count })
  return { ...rated(snapshot), title }
}

function reviewFacts(snapshot: Snapshot, id: string): Own | null {
  const json = Ulid.safeParse(id).success ? snapshot.review(id) : null
  if (!json) return null
  const { author, rating, text, date, date_precision, incentive } = parseReview(json)
  const { say, words, knownDate } = localeOf(snapshot.locale)
  const written = knownDate(date, date_precision)
  return {
    title: say(words.pictures.reviewBy, { author }),
    stars: rating,
    quote: shorten(text?.replaceAll(/\s+/g, ' ').trim() ?? '', LONGEST_QUOTE) || null,
    note: incentive ? `${written} · ${words.review.incentive}` : written,
  }
}

/** This is more than fits. A longer text would take a while to measure. */
const LONGEST_QUOTE = 140

function subjectFacts(snapshot: Snapshot, kind: SubjectKind, name: string): Own | null {
  const { say, words, percent } = localeOf(snapshot.locale)
  const subject = namesOf(snapshot, kind).find(
    ({ id }) => encodeURIComponent(pathName(id)) === name,
  )
  if (!subject) return null
  const { label, insight } = subject
  if (!insight) return { title: label, note: words.pictures.noMentions }
  const { mention_count: count, positive_count } = insight
  if (count < ENOUGH_FOR_PERCENTAGES)
    return { title: label, note: say(words.pictures.fewMentions, { count }) }
  const value = percent((100 * positive_count) / count)
  return { title: label, value, note: say(words.pictures.positive, { count }) }
}

function namesOf({ business, insights }: Snapshot, kind: SubjectKind) {
  if (kind === 'aspects' || kind === 'topics')
    return insights[kind].map(insight => ({ id: insight.id, label: insight.label, insight }))
  const roster =
    kind === 'technicians'
      ? business.technicians.map(({ name }) => ({ id: name, label: name }))
      : business[kind]
  return roster.map(one => ({
    ...one,
    insight: insights.entities[kind].find(({ id }) => id === one.id),
  }))
}
