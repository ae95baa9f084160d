/** Finds the words of jobs in a review: what was worked on, what was done to it, and what shows that it was not. */
import words from '../../../taxonomy/words/jobs.json' with { type: 'json' }
import type { BusinessFile } from '../../model/business.ts'
import type { Trade } from '../../model/taxonomy.ts'
import { createCueFinder, type Phrase, parseCue, readCues, readNames } from '../text/cues.ts'
import type { Sentence, WordRange } from '../text/words.ts'
import {
  type Action,
  isOfTrade,
  JOB_ACTIONS,
  JOB_THINGS,
  type JobObject,
  type OfferedService,
} from './job-words.ts'

/** A label or alias of a service, or something that is worked on. */
export type NounSign =
  | { kind: 'service'; id: string }
  /** Several things if the words do not tell which. */
  | { kind: ThingKind; things: string[] }

/** What happened, or did not. */
export type VerbSign =
  | { kind: 'action'; action: Action }
  | { kind: 'new' | 'trouble' | 'others' | 'asked' | 'offer' }

/** Words, and the numbers of their sentence and clause. */
export type Place = WordRange & { sentence: number; clause: number }

const VERB_KINDS: ReadonlySet<string> = new Set(['action', 'new', 'trouble', 'others', 'asked', 'offer'])
export const isVerb = (sign: NounSign | VerbSign): sign is VerbSign => VERB_KINDS.has(sign.kind)

export type Noun = Place & { sign: NounSign }
export type Verb = Place & { sign: VerbSign }

export function placeSign<T>(sign: T, { first, end }: WordRange, at: Sentence, sentence: number) {
  const clause = at.clauses.length === 1 ? 0 : at.clauses.findIndex(one => first < one.end)
  return { sign, sentence, clause, first, end }
}

/** Whether the business never came, or the customer went elsewhere. */
export const isUnserved = (sentences: Sentence[]) =>
  sentences.some(({ words }) => findUnserved(words).length > 0)

/** A review that says only what was wrong does not say that anything was done. */
export const isServed = (sentences: Sentence[]) =>
  sentences.some(({ words }) => words.some(({ norm }) => SERVED.has(norm)))

/** The labels and aliases of the services, the words for what they work on, and the verbs. */
export function jobCues(roster: BusinessFile['services'], services: OfferedService[], trade: Trade) {
  if (roster.length === 0) return []
  const upkeep = services.some(({ things }) => things.length === 0) ? UPKEEP : []
  const literal = roster.flatMap(one => readNames<NounSign>(one, { kind: 'service', id: one.id }))
  return [...literal, ...nounSigns(services, trade), ...upkeep, ...VERBS]
}

/** Things of the trade that the business does not list take what is said of them. */
function nounSigns(services: OfferedService[], trade: Trade): [Phrase, NounSign][] {
  const own = new Set(services.flatMap(({ things }) => things))
  const families = new Set([...own].map(key => JOB_THINGS.get(key)!.trade))
  const near = [...JOB_THINGS].filter(
    ([key, thing]) => own.has(key) || (isOfTrade(thing, trade) && families.has(thing.trade)),
  )
  const owned = near.filter(([key]) => own.has(key))
  return THING_KINDS.flatMap(kind => thingSigns(kind === 'thing' ? near : owned, own, kind))
}

/** Where an object lists the words for it. */
const LISTS = {
  thing: 'names',
  weak: 'weak',
  short: 'short',
  part: 'parts',
  job: 'jobs',
  installed: 'installs',
  fault: 'faults',
} as const
type ThingKind = keyof typeof LISTS
const THING_KINDS = Object.keys(LISTS) as ThingKind[]

/** Words that several things share become one sign, for the listed ones among them. */
function thingSigns(things: [string, JobObject][], own: ReadonlySet<string>, kind: ThingKind) {
  const owners = new Map<string, string[]>()
  for (const [key, thing] of things)
    for (const cue of thing[LISTS[kind]] ?? []) owners.set(cue, [...(owners.get(cue) ?? []), key])
  return [...owners].map(([cue, keys]): [Phrase, NounSign] => {
    const listed = keys.filter(key => own.has(key))
    return [parseCue(cue), { kind, things: listed.length > 0 ? listed : keys }]
  })
}

/** Maintenance is a job without naming what is maintained. */
const UPKEEP = readCues<NounSign>(words.actions.maintain.words, { kind: 'job', things: [''] })

const VERBS = [
  ...JOB_ACTIONS.flatMap(([action, { words }]) => readCues<VerbSign>(words, { kind: 'action', action })),
  ...readCues<VerbSign>(words.new, { kind: 'new' }),
  ...readCues<VerbSign>(words.faults, { kind: 'trouble' }),
  // Another company, another customer, or the customer's own hands.
  ...readCues<VerbSign>(words.others, { kind: 'others' }),
  // Only asked for, quoted, planned, wished or denied.
  ...readCues<VerbSign>(words.asked, { kind: 'asked' }),
  // Right after a thing, they show that it was only offered.
  ...readCues<VerbSign>(words.offers, { kind: 'offer' }),
]

const SERVED: ReadonlySet<string> = new Set(words.served)
const findUnserved = createCueFinder(readCues(words.unserved, true))
