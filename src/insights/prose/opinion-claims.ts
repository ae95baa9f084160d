/** The sentences of the summary about praise, people and criticism. */
import type { AspectInsight } from '../../model/insights.ts'
import { bestTechnicians, type CountedInsights, cite, citeAll } from '../counts/evidence.ts'
import { countGroup, sideOf } from '../counts/review-groups.ts'
import { counted, inSentence, listed, oneOf, spellNumber } from './phrasing.ts'
import type { SummaryClaim } from './summary-claim.ts'

const MOST_LISTED = 3
const ENOUGH_PRAISE = 3

/** What is praised most, and who by name. */
export function writePraise({
  businessName: name,
  aspects,
  technicians,
  mentions,
}: CountedInsights): SummaryClaim | null {
  const best = aspects
    .filter(
      ({ positive_count: positive, mention_count: all }) =>
        positive >= ENOUGH_PRAISE && 3 * positive >= 2 * all,
    )
    .sort((a, b) => b.positive_count - a.positive_count)
    .slice(0, MOST_LISTED)
  const people = bestTechnicians(technicians)
  if (best.length + people.length === 0) return null
  const names = listed(people.map(({ label }) => label))
  const groups = [
    ...best.map(({ id }) => sideOf(mentions('aspects', id), 'positive')),
    ...people.map(({ id }) => mentions('technicians', id)),
  ]
  return { text: describePraise(name, best, people.length, names), review_ids: cite([], groups) }
}

function describePraise(name: string, best: AspectInsight[], people: number, names: string): string {
  if (best.length === 0) return `The reviews that name ${names} are nearly all good.`
  const list = listLabels(best)
  const praise = oneOf(`praise of ${name}`, [
    `Customers most often praise ${list}`,
    `What customers like most is ${list}`,
    `Most praise is for ${list}`,
  ])
  if (people === 0) return `${praise}.`
  return `${praise}, and ${people === 1 ? 'the person they name most often is' : 'the people they name most often are'} ${names}.`
}

const listLabels = (aspects: AspectInsight[]) => listed(aspects.map(({ label }) => inSentence(label)))

const ENOUGH_CRITICS = 3
const ENOUGH_CRITICS_SHARE = 0.05

/** A claim about some critics leads to all of them. */
export function writeCriticism({
  businessName,
  aspects,
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
  const most = worst[0]?.negative_count === 1 ? '' : 'most often '
  const targets = worst.length === 0 ? '' : `, ${most}about ${listLabels(worst)}`
  return {
    text: `${describeCritics(businessName, critical, count)}${targets}.`,
    review_ids: citeAll(critics),
  }
}

function describeCritics(name: string, critics: number, all: number): string {
  if (critics === all) return `All of the ${spellNumber(all)} reviews are critical`
  if (2 * critics > all) return `More than half of the reviews, ${spellNumber(critics)}, are critical`
  const reviews = counted(critics, 'review')
  return oneOf(`critics of ${name}`, [
    `${reviews} ${critics === 1 ? 'includes' : 'include'} a complaint`,
    `Criticism comes up in ${reviews}`,
    `Criticism appears in ${reviews}`,
  ])
}
