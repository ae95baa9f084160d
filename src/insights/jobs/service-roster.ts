/** The services of the business, taken apart: what each works on, and what it does to it. */
import type { BusinessFile } from '../../model/business.ts'
import type { Trade } from '../../model/taxonomy.ts'
import { createCueFinder, type Match, readCues } from '../text/cues.ts'
import { splitWords, type Word } from '../text/words.ts'
import { type Action, isOfTrade, JOB_ACTIONS, JOB_THINGS } from './job-words.ts'

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
