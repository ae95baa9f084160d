/** The words for the jobs of the trades: what is worked on, what is done to it, and what shows that nothing was done; and the services of the business in these terms. */
import words from '../../../taxonomy/words/jobs.json' with { type: 'json' }
import type { BusinessFile } from '../../model/business.ts'
import type { Trade } from '../../model/taxonomy.ts'
import { createCueFinder, type Match, readCues } from '../text/cues.ts'
import { splitWords, type Word } from '../text/words.ts'

export type Action = 'clean' | 'install' | 'maintain' | 'remove' | 'repair' | 'replace' | 'work'

/** What a job is done to: "water heater", or the result itself: "haircut". All lists are cues. */
export interface JobObject {
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

export const JOB_ACTIONS = Object.entries(words.actions) as [Action, { labels: string[]; words: string[] }][]

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
  const others = matches.filter(({ first, end }) => findActions(words.slice(first, end)).length === 0)
  return others.length > 0 ? others : matches
}

const findActions = createCueFinder(JOB_ACTIONS.flatMap(([action, { labels }]) => readCues(labels, action)))

/** "Repair and installation" is anything. */
const isAnything = (actions: ReadonlySet<Action>) => actions.has('repair') && actions.has('install')
