/** The reviews in four to seven sentences, each with the reviews it rests on. */
import type { Insights } from '../../model/insights.ts'
import { type CountedInsights, newestFirst } from '../counts/evidence.ts'
import {
  criticsAmong,
  tellCriticism,
  tellNotRead,
  tellPeople,
  tellPraise,
  tellRating,
  tellRecency,
  tellServices,
  tellStars,
  tellTime,
  tellWords,
} from './summary-claims.ts'

type Claim = Insights['summary_claims'][number]

const FEWEST_REVIEWS = 5
const FEWEST_SENTENCES = 4

/** null where there are too few reviews to sum up. */
export function writeSummary(findings: CountedInsights): { summary: string; summary_claims: Claim[] } | null {
  if (findings.reviews.length < FEWEST_REVIEWS) return null
  const facts = { ...findings, reviews: findings.reviews.toSorted(newestFirst) }
  const praise = [tellPraise(facts), tellPeople(facts)]
  const criticism = tellCriticism(facts)
  const mostlyCritical = 2 * criticsAmong(facts.reviews).length > facts.reviews.length
  const time = tellTime(facts)
  const notRead = tellNotRead(facts)
  const claims = fillUp([
    { claim: tellRating(facts) },
    { claim: tellStars(facts), spare: 1 },
    ...(mostlyCritical ? [criticism, ...praise] : [...praise, criticism]).map(claim => ({ claim })),
    { claim: tellServices(facts), spare: 0 },
    time ? { claim: time } : { claim: tellRecency(facts), spare: 2 },
    notRead ? { claim: notRead } : { claim: tellWords(facts), spare: 3 },
  ])
  return { summary: claims.map(({ text }) => text).join(' '), summary_claims: claims }
}

interface Part {
  claim: Claim | null
  /** Said only where there is not enough else to say, the lowest first. */
  spare?: number
}

function fillUp(parts: Part[]): Claim[] {
  const said = parts.filter(({ claim }) => claim !== null)
  const missing = FEWEST_SENTENCES - said.filter(({ spare }) => spare === undefined).length
  const spares = said
    .flatMap(({ spare }) => spare ?? [])
    .sort()
    .slice(0, Math.max(0, missing))
  return said.flatMap(({ claim, spare }) => (spare === undefined || spares.includes(spare) ? claim! : []))
}
