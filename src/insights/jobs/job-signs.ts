/** Finds the words of jobs in a review: what was worked on, what was done to it, and what shows that it was not. */
import words from '../../../taxonomy/words/jobs.json' with { type: 'json' }
import type { BusinessFile, Trade } from '../../model/business.ts'
import {
  createCueFinder,
  type Match,
  type Phrase,
  parseCue,
  readCues,
  readNames,
} from '../text/cues.ts'
import { type Sentence, splitWords, type Word, type WordRange } from '../text/words.ts'

/** The words for the jobs of the trades: what is worked on, what is done to it, and what shows that nothing was done; and the services of the business in these terms. */
export type Action = 'clean' | 'install' | 'maintain' | 'remove' | 'repair' | 'replace' | 'work'

/** What a job is done to: "water heater", or the result itself: "haircut". All lists are cues. */
interface JobObject {
  /** Things of other trades have other words: "crown", "cut". */
  trade: string
  /** What services for it are called. */
  labels: string[]
  names: string[]
  /** Names that say nothing unless something was done to them: "sink". */
  weak?: string[]
  /** Names that other things bear too: "heater". */
  short?: string[]
  /** If the review names one of these things, the short names mean it. */
  unless?: string[]
  /** If one of them failed or was replaced, the thing itself was repaired. */
  parts?: string[]
  /** Words that say by themselves that somebody worked on it. */
  jobs?: string[]
  installs?: string[]
  faults?: string[]
  /** Ids of problems in the taxonomies that are faults of it. */
  problems?: string[]
  /** What a fault leads to, if not a repair. */
  fault_is?: Action
  /** Customers mention it only if it was worked on. */
  sure?: boolean
  /** Counts only where nothing more specific is mentioned: a leak is none of the pipes if the toilet leaks. */
  generic?: boolean
}

export const JOB_THINGS: ReadonlyMap<string, JobObject> = new Map(
  Object.entries(words.things as Record<string, JobObject>),
)

const JOB_ACTIONS = Object.entries(words.actions) as [
  Action,
  { labels: string[]; words: string[] },
][]

export const THAT_ONE: ReadonlySet<string> = new Set(words.that_one)

/** By trade, the things that it works on: those of its own trade and of related ones. */
const FAMILIES: Partial<Record<Trade, string[]>> = words.families

/** Businesses of unknown trade may do anything. */
export const isOfTrade = ({ trade }: JobObject, of: Trade) => FAMILIES[of]?.includes(trade) ?? true

export interface OfferedService {
  id: string
  /** Keys of JOB_THINGS. */
  things: string[]
  /** Empty if it does whatever is needed. */
  actions: ReadonlySet<Action>
}

/** Services whose labels say nothing known are found by their labels and aliases only. */
export function readServices(roster: BusinessFile['services'], trade: Trade): OfferedService[] {
  const own = [...JOB_THINGS].filter(([, thing]) => isOfTrade(thing, trade))
  const findThings = createCueFinder(own.flatMap(([key, { labels }]) => readCues(labels, key)))
  return roster.flatMap(({ id, label }) => {
    const words = splitWords(label)
    const matches = withoutActions(findThings(words), words)
    const things = [...new Set(matches.map(({ value }) => value))]
    const rest = words.filter((_, at) => !matches.some(({ first, end }) => first <= at && at < end))
    const actions = new Set(findActions(rest).map(({ value }) => value))
    const known = things.length > 0 || (actions.size === 1 && actions.has('maintain'))
    return known ? [{ id, things, actions: isAnything(actions) ? new Set<Action>() : actions }] : []
  })
}

/** "Hot tub wiring" is about the hot tub: the other word says what is done. */
function withoutActions(matches: Match<string>[], words: Word[]): Match<string>[] {
  const others = matches.filter(
    ({ first, end }) => findActions(words.slice(first, end)).length === 0,
  )
  return others.length > 0 ? others : matches
}

const findActions = createCueFinder(
  JOB_ACTIONS.flatMap(([action, { labels }]) => readCues(labels, action)),
)

/** "Repair and installation" is anything. */
const isAnything = (actions: ReadonlySet<Action>) => actions.has('repair') && actions.has('install')

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

const VERB_KINDS: ReadonlySet<string> = new Set([
  'action',
  'new',
  'trouble',
  'others',
  'asked',
  'offer',
])
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
export function jobCues(
  roster: BusinessFile['services'],
  services: OfferedService[],
  trade: Trade,
) {
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
  ...JOB_ACTIONS.flatMap(([action, { words }]) =>
    readCues<VerbSign>(words, { kind: 'action', action }),
  ),
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
