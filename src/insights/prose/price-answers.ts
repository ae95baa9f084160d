/** Answers what jobs cost, as far as reviews say so. */
import type { Locale } from '../../locale/locale.ts'
import type { ReadReview, ServicePrice } from '../counts/tally.ts'
import type { AnswerQuestion } from './phrasing.ts'

const ENOUGH_REVIEWS = 3
const MOST_SERVICES = 5
const MOST_CITED = 20

interface Priced extends ServicePrice {
  review: ReadReview
}

export const answerPrices: AnswerQuestion = ({ priced, services }, locale) => {
  const words = locale.words.insights.faq
  const all = priced().flatMap(review => review.prices.map(price => ({ ...price, review })))
  const groups = [...Map.groupBy(all, ({ service }) => service).values()]
    .map(inOneCurrency)
    .filter(prices => countReviews(prices) >= ENOUGH_REVIEWS)
    .sort((a, b) => countReviews(b) - countReviews(a))
    .slice(0, MOST_SERVICES)
  if (groups.length === 0) return null
  const told = groups.map(prices =>
    locale.say(words.servicePrice, {
      service: services.find(({ id }) => id === prices[0]!.service)?.label ?? prices[0]!.service,
      price: describeRange(locale, prices),
    }),
  )
  return {
    question: words.prices,
    answer: locale.say(words.paid, { prices: told.join(locale.words.insights.separator) }),
    review_ids: [...new Set(groups.flat().map(({ review }) => review.id))].slice(0, MOST_CITED),
  }
}

/** The currency that most of them are in. A review that spells it out does not say which sign it has. */
function inOneCurrency(prices: Priced[]): Priced[] {
  const bySign = [...Map.groupBy(prices, ({ sign }) => sign)].filter(([sign]) => sign !== '')
  return bySign.sort(([, a], [, b]) => b.length - a.length)[0]?.[1] ?? []
}

const countReviews = (prices: Priced[]) => new Set(prices.map(({ review }) => review.id)).size

/** `$99 to $129`, or `$99` if all are the same. */
function describeRange({ words, say }: Locale, prices: Priced[]): string {
  const { price, priceRange } = words.insights.faq
  const amounts = prices.map(({ amount }) => amount)
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)].map(amount =>
    say(price, { sign: prices[0]!.sign, amount }),
  ) as [string, string]
  return low === high ? low : say(priceRange, { low, high })
}
