/**
 * Finds the services that a review says were done, beyond their literal labels: "fixed our water heater", "no hot water …
 * he changed the thermocouple". What another company did, or what was only asked about, is not found.
 */
import type { BusinessFile, Trade } from '../../model/business.ts'
import type { Sentence } from '../text/words.ts'
import { type Evidence, type Fact, isCounted, readSigns } from './job-evidence.ts'
import {
  isServed,
  isUnserved,
  JOB_THINGS,
  jobCues,
  type Noun,
  type OfferedService,
  type Place,
  readServices,
  type Verb,
} from './job-signs.ts'

type FoundProblem = { id: string; at: Place }

/** `id` is that of the service. */
interface FoundJob extends FoundProblem {
  /** The words say what was wrong, nothing about the service itself. */
  isSymptom: boolean
}

export type FoundSigns = { nouns: Noun[]; verbs: Verb[]; problems: FoundProblem[] }

/** `cues` are what to look for in the text first: `find` gets what was found, in the order of the text. */
export function createJobFinder(roster: BusinessFile['services'], trade: Trade) {
  const services = readServices(roster, trade)
  const decide = createDecision(services)
  const things = thingsOfProblems(services)

  function find(sentences: Sentence[], { nouns, verbs, problems }: FoundSigns): FoundJob[] {
    const faults = faultsOf(problems, things)
    if (nouns.length + faults.length === 0) return []
    const evidence = readSigns(sentences, nouns, verbs)
    const named = nouns.flatMap(({ sign, ...at }) =>
      sign.kind === 'service' && isCounted(at, verbs)
        ? [{ id: sign.id, at, isSymptom: false }]
        : [],
    )
    const specific = evidence.filter(
      one => !isGeneric(one.thing) || !isTaken(one.thing, one.at, evidence),
    )
    const counted = faults.filter(
      ({ at, thing }) => isCounted(at, verbs) && !isTaken(thing, at, evidence),
    )
    const described = decide([...specific, ...counted], named)
    if (evidence.some(isDone)) return [...named, ...described]
    // A complaint that nobody came still names the service.
    if (isUnserved(sentences)) return named
    const served = isServed(sentences)
    return [...named, ...described.filter(({ isSymptom }) => served || !isSymptom)]
  }

  return { cues: jobCues(roster, services, trade), find }
}

function thingsOfProblems(services: OfferedService[]): Map<string, string[]> {
  const things = [...new Set(services.flatMap(service => service.things))]
  const problemsOf = (thing: string) => JOB_THINGS.get(thing)!.problems ?? []
  return new Map(
    things
      .flatMap(problemsOf)
      .map(one => [one, things.filter(thing => problemsOf(thing).includes(one))]),
  )
}

const faultsOf = (problems: FoundProblem[], things: ReadonlyMap<string, string[]>) =>
  problems.flatMap(({ id, at }) =>
    (things.get(id) ?? []).map((thing): Evidence => ({ thing, fact: 'fault', at })),
  )

const isDone = ({ fact }: Evidence) => fact !== 'fault' && fact !== 'mention'

const isGeneric = (thing: string) => JOB_THINGS.get(thing)?.generic === true

/** A leak is not one of the pipes if the sentence names what leaks, nor is "no heat" the furnace if it names the boiler. */
const isTaken = (own: string, { sentence }: Place, evidence: Evidence[]) =>
  evidence.some(
    ({ thing, fact, at }) =>
      at.sentence === sentence &&
      thing !== own &&
      thing !== '' &&
      fact !== 'job' &&
      !isGeneric(thing),
  )

/** Returns the services that the evidence stands for, once each: where the review says what was done, if it does. */
function createDecision(
  services: OfferedService[],
): (evidence: Evidence[], named: FoundJob[]) => FoundJob[] {
  const offers = new Map<string, OfferedService[]>()
  for (const service of services)
    for (const thing of service.things.length > 0 ? service.things : [''])
      offers.set(thing, [...(offers.get(thing) ?? []), service])

  return (evidence, named) => {
    const described: FoundJob[] = []
    const isFound = ({ id }: OfferedService) => [...named, ...described].some(job => job.id === id)
    for (let rank = 0; rank <= SYMPTOM; rank++)
      for (const one of evidence) {
        const own = offers.get(one.thing)
        if (!own || rankOf(one, evidence) !== rank) continue
        // No other service works on the thing: then this one repairs, installs and replaces it.
        const isOnly = own.length === 1
        // There is a new one, so what was wrong with the old one was not repaired.
        const isGone =
          isReplaced(one.thing, evidence) || own.some(other => isNewOne(other) && isFound(other))
        for (const service of own)
          if (!isFound(service) && provides(service, one, isOnly, isGone))
            described.push({ id: service.id, at: one.at, isSymptom: rank === SYMPTOM })
      }
    return described
  }
}

const isReplaced = (own: string, evidence: Evidence[]) =>
  evidence.some(({ thing, fact }) => thing === own && (fact === 'replace' || fact === 'install'))

const isNewOne = ({ actions }: OfferedService) => actions.has('install') && !actions.has('repair')

const SYMPTOM = 2

/** What was done says most, then the thing alone; what was wrong says least about the service. */
function rankOf({ thing, fact, at }: Evidence, evidence: Evidence[]): number {
  if (isFault(fact)) return SYMPTOM
  if (fact !== 'mention') return 0
  const hasFault = evidence.some(
    other => isFault(other.fact) && other.thing === thing && other.at.sentence === at.sentence,
  )
  return hasFault ? SYMPTOM : 1
}

const isFault = (fact: Fact) => fact === 'fault' || fact === 'part'

function provides(
  { actions }: OfferedService,
  { thing, fact }: Evidence,
  isOnly: boolean,
  isGone: boolean,
) {
  const isAny = actions.size === 0
  const repairs = isAny || actions.has('repair') || (isOnly && actions.has('install'))
  const mends = repairs && (isAny || isOnly || !isGone)
  const leadsTo = JOB_THINGS.get(thing)?.fault_is
  switch (fact) {
    case 'job':
      return true
    case 'work':
      return isAny || isOnly
    case 'repair':
      return repairs
    case 'install':
    case 'replace':
      return isAny || actions.has('install') || (isOnly && actions.has('repair'))
    case 'fault':
      return leadsTo ? isAny || actions.has(leadsTo) : mends
    case 'part':
      return mends
    case 'mention':
      return (isAny || isOnly) && JOB_THINGS.get(thing)?.sure === true
    default:
      return isAny || actions.has(fact)
  }
}
