/** The sentences of the summary about praise, people and criticism. */
import { inSentence, type Locale, type Message } from '../../locale/locale.ts'
import type { AspectInsight } from '../../model/insights.ts'
import { bestTechnicians, cite, citeAll, mostCriticized, mostPraised } from '../counts/evidence.ts'
import { countGroup, sideOf } from '../counts/review-groups.ts'
import { linkWords, listed, mentionCount, oneOf, sayCounts, type WriteClaim } from './phrasing.ts'
import { describeReplies } from './problem-answers.ts'

/** What is praised most, and who by name. */
export const writePraise: WriteClaim = (
  { businessName, qualities, recommendable, mentions },
  locale,
) => {
  const best = mostPraised(qualities)
  const people = bestTechnicians(recommendable)
  if (best.length + people.length === 0) return null
  const groups = [
    ...best.map(({ id }) => sideOf(mentions('aspects', id), 'positive')),
    ...people.map(({ id }) => sideOf(mentions('technicians', id), 'positive')),
  ]
  const names = people.map(({ id, label, positive_count: count }) =>
    linkWords(label, mentionCount('technicians', id, count, { sentiment: 'positive' })),
  )
  const values = { aspects: listLabels(locale, best, 'positive'), people: listed(locale, names) }
  const message = choosePraise(locale, businessName, best.length, people.length)
  return { text: locale.say(message, values), review_ids: cite([], groups) }
}

function choosePraise({ words }: Locale, name: string, aspects: number, people: number): Message {
  const { summary } = words.insights
  if (aspects === 0) return summary.praisedPeople
  const ways: Message[] =
    people === 0
      ? [summary.praise1, summary.praise2, summary.praise3]
      : [summary.praiseAndPeople1, summary.praiseAndPeople2, summary.praiseAndPeople3]
  return oneOf(`praise of ${name}`, ways)
}

function listLabels(
  locale: Locale,
  aspects: AspectInsight[],
  sentiment: 'positive' | 'negative',
): string {
  const labels = aspects.map(({ id, label, ...counts }) => {
    const reviews = mentionCount('aspects', id, counts[`${sentiment}_count`], { sentiment })
    return linkWords(inSentence(locale, label), reviews)
  })
  return listed(locale, labels)
}

const ENOUGH_CRITICS = 3
const ENOUGH_CRITICS_SHARE = 0.05

/** A claim about some critics leads to all of them. */
export const writeCriticism: WriteClaim = ({ qualities, critical, all }, locale) => {
  const [critics, count] = [countGroup(critical), all.tally.count]
  if (critics < Math.min(ENOUGH_CRITICS, Math.max(1, ENOUGH_CRITICS_SHARE * count))) return null
  const worst = mostCriticized(qualities)
  const { plain, about } = chooseCritics(locale, critics, count)
  // One complaint may be misread, and does not tell what the others are about.
  const message = (worst[0]?.negative_count ?? 0) > 1 ? about : plain
  const counts = { count: { count: critics, filter: { critical: true } } }
  const text = sayCounts(locale, message, counts, {
    aspects: listLabels(locale, worst, 'negative'),
  })
  return { text, review_ids: citeAll(critical) }
}

/** Who answers critics. */
export const writeReplies: WriteClaim = (findings, locale) => {
  const text = describeReplies(locale, findings)
  return text === null ? null : { text, review_ids: citeAll(findings.critical) }
}

function chooseCritics({ words }: Locale, critics: number, all: number) {
  const { criticsAll, criticsMost, critics: some } = words.insights.summary
  if (critics === all) return criticsAll
  return 2 * critics > all ? criticsMost : some
}
