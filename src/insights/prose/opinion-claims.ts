/** The sentences of the summary about praise, people and criticism. */
import { bestTechnicians, type CountedInsights, cite } from '../counts/evidence.ts'
import { chooseQuote } from '../counts/quote-candidates.ts'
import { countGroup, quotesIn, sideOf } from '../counts/review-groups.ts'
import {
  asQuote,
  counted,
  listAspects,
  listed,
  listPeople,
  oneOf,
  spellNumber,
  wholePercent,
} from './phrasing.ts'
import type { SummaryClaim } from './summary-claim.ts'

const MOST_LISTED = 3
const ENOUGH_PRAISE = 3

export function writePraise({ businessName: name, aspects, mentions }: CountedInsights): SummaryClaim | null {
  const best = aspects
    .filter(
      ({ positive_count: positive, mention_count: all }) =>
        positive >= ENOUGH_PRAISE && 3 * positive >= 2 * all,
    )
    .sort((a, b) => b.positive_count - a.positive_count)
    .slice(0, MOST_LISTED)
  if (best.length === 0) return null
  const list = listAspects(best, 'positive_count')
  const text = oneOf(`praise of ${name}`, [
    `Praise goes most often to ${list}.`,
    `Customers are pleased most often with ${list}.`,
    `Most of the praise is for ${list}.`,
  ])
  const praising = best.map(({ id }) => sideOf(mentions('aspects', id), 'positive'))
  return { text, review_ids: cite([], praising) }
}

export function writePeople({
  businessName: name,
  technicians,
  mentions,
}: CountedInsights): SummaryClaim | null {
  const best = bestTechnicians(technicians)
  if (best.length === 0) return null
  const mentioned = best.map(
    ({ label, mention_count: all, positive_count: positive }, rank) =>
      `${label} ${rank === 0 ? `is mentioned in ${spellNumber(all)} reviews` : `in ${spellNumber(all)}`} (${positive === all ? 'all' : spellNumber(positive)} positive)`,
  )
  return {
    text: oneOf(`people of ${name}`, [`${listed(mentioned)}.`, `Reviews praise ${listPeople(best)}.`]),
    review_ids: cite(
      [],
      best.map(({ id }) => mentions('technicians', id)),
    ),
  }
}

const ENOUGH_CRITICS = 3
const ENOUGH_CRITICS_SHARE = 0.05

export function writeCriticism({
  businessName,
  aspects,
  mentions,
  critics,
  all,
}: CountedInsights): SummaryClaim | null {
  const [critical, count] = [countGroup(critics), all.tally.count]
  if (critical < Math.min(ENOUGH_CRITICS, Math.max(1, ENOUGH_CRITICS_SHARE * count))) return null
  const worst = aspects
    .filter(({ negative_count }) => negative_count > 0)
    .sort((a, b) => b.negative_count - a.negative_count)
    .filter(({ negative_count }, rank) => rank === 0 || negative_count > 1)
    .slice(0, MOST_LISTED)
  const groups = worst.map(({ id }) => mentions('aspects', id))
  const quote = chooseQuote(
    groups.slice(0, 1).map(group => quotesIn(group, 'negative')),
    [],
  )
  const most = worst[0]?.negative_count === 1 ? '' : ' most often'
  const targets = worst.length === 0 ? '' : `,${most} of ${listAspects(worst, 'negative_count')}`
  return {
    text: `${describeCritics(businessName, critical, count)}${targets}${quote ? `; one says: ${asQuote(quote.text)}` : '.'}`,
    review_ids: cite(quote ? [quote.review] : [], [
      ...groups.map(group => sideOf(group, 'negative')),
      critics,
    ]),
  }
}

function describeCritics(name: string, critics: number, all: number): string {
  if (critics === all) return `All ${spellNumber(all)} reviews voice criticism`
  if (2 * critics > all)
    return `More than half of the reviews voice criticism, ${spellNumber(critics)} of ${spellNumber(all)}`
  const share = `${counted(critics, 'review')} (${wholePercent(critics, all)})`
  return oneOf(`critics of ${name}`, [
    `Criticism comes from ${share}`,
    `There is criticism in ${share}`,
    `Criticism appears in ${share}`,
  ])
}
