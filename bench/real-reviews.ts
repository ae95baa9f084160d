/**
 * Criticism and praise in real reviews, beside the simplest rule that could win: "three stars or fewer is criticism, four or more is
 * praise". Only businesses that nothing was trained on.
 */
import { type Analyze, createAnalyzer, type InsightsEngine } from '../src/insights/analyze.ts'
import { readReview } from '../src/insights/read-review.ts'
import { BusinessFile } from '../src/model/business.ts'
import type { ReviewInsight, Sentiment } from '../src/model/insights.ts'
import { aspectIn, FINER, type RealReview } from '../train/real.ts'

type Side = 'criticism' | 'praise'
type Stars = (review: RealReview) => number | null

interface Read {
  review: RealReview
  aspects: ReviewInsight['aspects']
}

const SENTIMENT: Record<Side, Sentiment> = { criticism: 'negative', praise: 'positive' }

export const REAL_HEAD = [
  'what',
  'reviews',
  'with / found / right',
  'precision',
  'recall',
  'the rule: precision',
  'recall',
]

/** The rows of the table. */
export function measureReal(engine: InsightsEngine, reviews: RealReview[]): string[][] {
  const read = createReader(engine)
  const own = read(reviews, ({ rating }) => rating)
  const english = own.filter(({ review }) => review.language === 'en')
  const all = english.map(({ review }) => review)
  const high = (rows: Read[]) => rows.filter(({ review }) => review.rating > 3)
  const low = (rows: Read[]) => rows.filter(({ review }) => review.rating < 4)
  const flipped = read(all, ({ rating }) => 6 - rating)
  const without = read(all, () => null)
  const groups: [string, Read[], Stars?][] = [
    ['English', english],
    ['English, 4–5 stars', high(english)],
    ['English, 1–3 stars', low(english)],
    ['English, stars flipped', flipped, ({ rating }) => 6 - rating],
    ['English, without stars', without, () => null],
    ...languageGroups(own),
    ...kindGroups(english),
  ]
  return (['criticism', 'praise'] as const).flatMap(side => [
    ...groups.map(([name, rows, stars]) => describe(side, name, rows, stars)),
    describeAspects(side, 'of single aspects', english),
    describeAspects(side, 'of single aspects that counts', english.map(onlyCounted), isListed),
  ])
}

function createReader(engine: InsightsEngine) {
  const analyzers = new Map<string, Analyze>()
  return (reviews: RealReview[], stars: Stars): Read[] =>
    reviews.map(review => {
      const { trade, text, language, rating } = review
      const analyze =
        analyzers.get(trade) ??
        createAnalyzer(engine, BusinessFile.parse({ name: 'Any', taxonomy: { trade } }))
      analyzers.set(trade, analyze)
      const analysis = analyze(text, language, stars(review))
      return {
        review,
        aspects: readReview({ rating: stars(review) ?? rating, text }, analysis).insight.aspects,
      }
    })
}

const languageGroups = (rows: Read[]): [string, Read[]][] =>
  (
    [
      ['German', 'de'],
      ['French', 'fr'],
      ['Spanish', 'es'],
    ] as const
  ).map(([name, language]) => [name, rows.filter(({ review }) => review.language === language)])

const FEWEST = 15

const kindGroups = (rows: Read[]): [string, Read[]][] =>
  [...Map.groupBy(rows, ({ review }) => review.kind)]
    .filter(([, own]) => own.length >= FEWEST)
    .sort()

function describe(
  side: Side,
  name: string,
  rows: Read[],
  stars: Stars = ({ rating }) => rating,
): string[] {
  const wanted = ({ review }: Read) => review[side]
  const found = ({ aspects }: Read) =>
    aspects.some(({ sentiment }) => sentiment === SENTIMENT[side])
  const byRule = ({ review }: Read) => {
    const given = stars(review)
    return given !== null && (side === 'criticism' ? given <= 3 : given > 3)
  }
  const score = rate(rows, wanted, found)
  const rule = rate(rows, wanted, byRule)
  const counts = `${score.wanted} / ${score.found} / ${score.right}`
  return [`${side}: ${name}`, String(rows.length), counts, ...percents(score), ...percents(rule)]
}

function rate<T>(rows: T[], isWanted: (row: T) => boolean, isFound: (row: T) => boolean) {
  const found = rows.filter(isFound)
  return {
    wanted: rows.filter(isWanted).length,
    found: found.length,
    right: found.filter(isWanted).length,
  }
}

const percents = ({ wanted, found, right }: ReturnType<typeof rate>) =>
  [right / found, right / wanted].map(share =>
    Number.isNaN(share) ? '–' : (100 * share).toFixed(1),
  )

const onlyCounted = ({ review, aspects }: Read): Read => ({
  review,
  aspects: aspects.filter(({ is_unsure }) => !is_unsure),
})

/** Criticism or praise of single aspects, where the readers' names for them are the trade's. */
function describeAspects(side: Side, what: string, rows: Read[], isMeant = isLabeled): string[] {
  const pairs = rows.flatMap(({ review, aspects }, number) => {
    const { trade, mentions } = review
    const open = new Set(
      mentions.flatMap(({ aspect }) =>
        aspectIn(trade, aspect) === null ? (FINER[trade]?.[aspect] ?? []) : [],
      ),
    )
    const key = (id: string) => `${number} ${id}`
    const wanted = mentions
      .filter(({ sentiment }) => sentiment === SENTIMENT[side])
      .flatMap(({ aspect }) => aspectIn(trade, aspect) ?? [])
      .filter(isMeant)
    const found = aspects
      .filter(({ id, sentiment }) => sentiment === SENTIMENT[side] && !open.has(id) && isMeant(id))
      .map(({ id }) => (id === 'recommendation' ? 'general' : id))
    return [...new Set([...wanted, ...found])].map(id => ({
      key: key(id),
      wanted: wanted.includes(id),
      found: found.includes(id),
    }))
  })
  const score = rate(
    pairs,
    pair => pair.wanted,
    pair => pair.found,
  )
  const counts = `${score.wanted} / ${score.found} / ${score.right}`
  return [`${side} ${what}: English`, String(rows.length), counts, ...percents(score), '–', '–']
}

/** Readers labeled these; a trade's other aspects are finer. */
const LABELED = new Set(
  'food drinks selection menu portions ambience cleanliness location facility comfort service friendliness professionalism technical_knowledge quality care pricing honesty speed waiting wait check_in goods vehicle_care punctuality responsiveness communication scheduling follow_up safety crowd general recommendation'.split(
    ' ',
  ),
)
const isLabeled = (id: string) => LABELED.has(id)
/** Opinions on the business as a whole are no aspect that `/insights.json` lists. */
const isListed = (id: string) => isLabeled(id) && id !== 'general' && id !== 'recommendation'
