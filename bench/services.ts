/**
 * Measures how many of the jobs in whole reviews are found (services.jsonl), given the services of made-up businesses
 * (services-rosters.json). A service is labeled if the review says that the business did this job for the customer or
 * came to do it: not what another company did, what was only asked about or quoted, nor what never happened.
 */
import { readFileSync } from 'node:fs'
import { scoreAspects } from '../src/insights/counts/evaluation.ts'
import { createEntityFinder } from '../src/insights/find-entities.ts'
import { resolveTaxonomy } from '../src/insights/text/resolve-taxonomy.ts'
import { splitSentences } from '../src/insights/text/words.ts'
import { BusinessFile, type Taxonomy } from '../src/model/business.ts'

interface LabeledReview {
  /** Its key in services-rosters.json. */
  business: string
  /**
   * Written for this set, or drawn at random from train/reviews or reviews-labelled.jsonl. The last part was labeled when the
   * rules were done, without reviews that can be read either way; only "so clean" at a dentist's was mended afterwards.
   */
  from: 'own' | 'train' | 'labelled'
  text: string
  services: string[]
}

interface ReadReview extends LabeledReview {
  found: string[]
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

export function readReviews(taxonomies: Taxonomy[], lines = read('services.jsonl')): ReadReview[] {
  const finders = new Map(
    Object.entries(JSON.parse(read('services-rosters.json')) as Record<string, Roster>).map(
      ([key, { name, trade, services }]) => {
        const business = BusinessFile.parse({ name, services, taxonomy: { trade } })
        return [key, createEntityFinder(business, resolveTaxonomy(taxonomies, business))]
      },
    ),
  )
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const review = JSON.parse(line) as LabeledReview
      const things = finders.get(review.business)!(splitSentences(review.text)).flat()
      const services = things.filter(({ kind }) => kind === 'services').map(({ key }) => key)
      return { ...review, found: [...new Set(services)].toSorted() }
    })
}

interface Roster {
  name: string
  trade: string
  services: { id: string; label: string; aliases?: string[] }[]
}

const percent = (share: number) => (100 * share).toFixed(1)

/** Rows for the whole set, for its parts, then for each business. */
export function measureServices(taxonomies: Taxonomy[]): string[][] {
  const reviews = readReviews(taxonomies)
  const groups = Map.groupBy(reviews, ({ business }) => business)
  const part = (name: string, wanted: LabeledReview['from']) =>
    toRow(
      name,
      reviews.filter(({ from }) => from === wanted),
    )
  return [
    toRow('all', reviews),
    part('written for this set', 'own'),
    part('drawn from train/reviews', 'train'),
    part('drawn from reviews-labelled', 'labelled'),
    ...[...groups].map(([business, own]) => toRow(business, own)),
  ]
}

function toRow(group: string, reviews: ReadReview[]): string[] {
  const score = scoreAspects(
    reviews.map(({ business, services, found }) => {
      const toLabels = (ids: string[]) =>
        ids.map(id => ({ id: `${business} ${id}`, sentiment: 'neutral' as const }))
      return { wanted: toLabels(services), found: toLabels(found) }
    }),
  )
  const [low, high] = score.recallInterval
  return [
    group,
    String(reviews.length),
    String(score.wanted),
    percent(score.recall),
    `${percent(low)} to ${percent(high)}`,
    percent(score.precision),
  ]
}

/** Prints every review that is read wrong. */
if (import.meta.main) {
  const { loadTaxonomies } = await import('../src/publish/load-engine.ts')
  const reviews = readReviews(await loadTaxonomies())
  for (const { business, text, services, found } of reviews) {
    const missed = services.filter(id => !found.includes(id))
    const wrong = found.filter(id => !services.includes(id))
    if (missed.length + wrong.length > 0)
      process.stdout.write(`${business} missed [${missed}] wrong [${wrong}]: ${text}\n`)
  }
}
