/** Sums up the reviews in four to seven sentences, each with the reviews it is based on. */
import type { CountedInsights } from '../counts/evidence.ts'
import { countGroup } from '../counts/review-groups.ts'
import { writeCriticism, writePeople, writePraise } from './opinion-claims.ts'
import { writeNotRead, writeRating, writeServices, writeStars, writeWords } from './overall-claims.ts'
import type { SummaryClaim } from './summary-claim.ts'
import { writeAspectChanges, writeRecency, writeTime } from './time-claims.ts'

const FEWEST_REVIEWS = 5
const FEWEST_SENTENCES = 4

/** null if there are too few reviews to sum up. */
export function writeSummary(
  findings: CountedInsights,
): { summary: string; summary_claims: SummaryClaim[] } | null {
  const { count } = findings.all.tally
  if (count < FEWEST_REVIEWS) return null
  const praise = [writePraise(findings), writePeople(findings)]
  const criticism = writeCriticism(findings)
  const mostlyCritical = 2 * countGroup(findings.critics) > count
  const time = writeTime(findings)
  const notRead = writeNotRead(findings)
  const claims = fillUp([
    { claim: writeRating(findings) },
    { claim: writeStars(findings), spare: 1 },
    ...(mostlyCritical ? [criticism, ...praise] : [...praise, criticism]).map(claim => ({ claim })),
    { claim: writeServices(findings), spare: 0 },
    time ? { claim: time } : { claim: writeRecency(findings), spare: 2 },
    { claim: writeAspectChanges(findings) },
    notRead ? { claim: notRead } : { claim: writeWords(findings), spare: 3 },
  ])
  return { summary: claims.map(({ text }) => text).join(' '), summary_claims: claims }
}

interface Sentence {
  claim: SummaryClaim | null
  /** Used only to reach the fewest sentences, lowest number first. */
  spare?: number
}

function fillUp(sentences: Sentence[]): SummaryClaim[] {
  const available = sentences.filter(({ claim }) => claim !== null)
  const missing = FEWEST_SENTENCES - available.filter(({ spare }) => spare === undefined).length
  const spares = available
    .flatMap(({ spare }) => spare ?? [])
    .sort()
    .slice(0, Math.max(0, missing))
  return available.flatMap(({ claim, spare }) =>
    spare === undefined || spares.includes(spare) ? claim! : [],
  )
}
