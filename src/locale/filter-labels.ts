/** What pages and groups of statistics call an option of a filter. */
import { HowRead, Sentiment } from '../model/insights.ts'
import { VerificationLevel } from '../model/review.ts'
import { type Catalog, type Locale, languageLabel, sourceLabel } from './locale.ts'

type Label = (locale: Locale, value: string) => string
type Reviews = Catalog['reviews']
/** Texts without a number in them. */
type PlainText = {
  [Name in keyof Reviews]: Reviews[Name] extends string ? Name : never
}[keyof Reviews]
type Counted = 'stars' | 'starsOrMore' | 'starsOrFewer'

const yesNo =
  (yes: PlainText, no: PlainText): Label =>
  ({ words }, value) =>
    words.reviews[value === 'true' ? yes : no]
const stars =
  (text: Counted): Label =>
  ({ words, say }, value) =>
    say(words.reviews[text], { count: Number(value) })

/** One or two stars: what most people mean by a bad review. */
const FEW_STARS = 2

/** A row for each filter whose values are not names. A visitor may name a filter, so it is looked up in a map. */
const LABELS = new Map<string, Label>(
  Object.entries({
    rating: stars('stars'),
    min_rating: stars('starsOrMore'),
    max_rating: (locale, value) =>
      Number(value) === FEW_STARS
        ? locale.words.reviews.criticalStars
        : stars('starsOrFewer')(locale, value),
    since: ({ words, say, date }, value) => say(words.reviews.since, { date: date(value) }),
    until: ({ words, say, date }, value) => say(words.reviews.until, { date: date(value) }),
    query: ({ words, say }, value) => say(words.reviews.quoted, { words: value }),
    words: ({ words, say }, value) => say(words.reviews.theWords, { words: value }),
    sentiment: ({ words }, value) => words.reviews.opinions[Sentiment.parse(value)],
    critical: yesNo('isCritical', 'isNotCritical'),
    has_reply: yesNo('answered', 'unanswered'),
    has_photos: yesNo('withPhotos', 'withoutPhotos'),
    edited: yesNo('isEdited', 'isNotEdited'),
    incentive: yesNo('isRewarded', 'isNotRewarded'),
    verification: ({ words }, value) =>
      words.review.levels[VerificationLevel.safeParse(value).data ?? 'none'].label,
    language: languageLabel,
    read: ({ words }, value) => words.reviews.howRead[HowRead.safeParse(value).data ?? 'no'],
    source: sourceLabel,
  } satisfies Record<string, Label>),
)

/** The value itself where a filter has no words for it. */
export const labelOfOption: (locale: Locale, filter: string, value: string) => string = (
  locale,
  filter,
  value,
) => LABELS.get(filter)?.(locale, value) ?? value
