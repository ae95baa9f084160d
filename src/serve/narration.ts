/** Narration: asks the operator's language model for summary, FAQ and pull quote whenever the facts change. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Narrative } from '../model/narrative.ts'
import type { Review } from '../model/review.ts'
import { SearchArgs } from '../model/search.ts'
import { system } from '../model/system.ts'
import { checkAnswer, digestFacts, digestRequest, makeNarrative } from '../narrator/check-answer.ts'
import { chooseSample, gatherFacts, makeRequest } from '../narrator/facts.ts'
import { askNarrator, NarratorProblem, type NarratorSettings } from '../narrator/llm-client.ts'
import { parseReview } from '../publish/months/prepare-review.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { Store } from '../store/store.ts'

export type NarrationOptions = NarratorSettings & { debounceMs?: number; now?: () => Date }

const DEBOUNCE_MS = 5000

export function startNarration(
  store: Pick<Store, 'write'>,
  { debounceMs = DEBOUNCE_MS, now = system.now, ...settings }: NarrationOptions,
  log: Logger,
) {
  const stop = new AbortController()
  let newest: Snapshot | undefined
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  /** This is the last request whose answer was rejected. Asking again would cost money and likely fail the same way. */
  let rejected: string | undefined

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!stop.signal.aborted)
      timer = setTimeout(() => {
        work = work.then(narrate).catch(error => {
          if (!stop.signal.aborted)
            log.error(
              `The language model was not asked; the published text is unchanged: ${error.message}`,
            )
        })
      }, ms)
  }

  async function narrate(): Promise<void> {
    if (stop.signal.aborted) return
    const snapshot = newest!
    // There are too few reviews to summarize.
    if (snapshot.insights.summary === null) return
    const facts = gatherFacts(snapshot.business.name, snapshot.aggregateRating, snapshot.insights)
    const sample = chooseSample(await findExamples(snapshot))
    const request = makeRequest(facts, sample)
    const origin = {
      model: settings.model,
      facts_digest: digestFacts(facts),
      request_digest: digestRequest(settings.model, request),
    }
    if (origin.request_digest === rejected) return
    const turn = await takeTurn(origin.request_digest)
    if (turn.waitMs > 0) return schedule(turn.waitMs)
    if (!turn.taken) return
    try {
      const answer = await askNarrator(settings, request, stop.signal)
      const checked = checkAnswer(answer, facts, new Map(sample.map(review => [review.id, review])))
      if ('refusal' in checked) throw new NarratorProblem(checked.refusal, { passing: false })
      if (await save(makeNarrative(checked.answer, origin, sample), sample))
        log.info(`The language model ${settings.model} wrote the summary of the insights`)
    } catch (error) {
      if (stop.signal.aborted) return
      const { message } = error as Error
      log.warn(
        `The answer of the language model ${settings.model} is not used; the published text is unchanged: ${message}`,
      )
      if (!(error instanceof NarratorProblem) || error.passing) schedule(0)
      else rejected = origin.request_digest
    }
  }

  /** One transaction decides, so that only one of several instances asks. */
  async function takeTurn(requestDigest: string) {
    return await store.write(async writer => {
      const done = (await writer.narrative())?.request_digest === requestDigest
      const calls = await writer.narratorCalls()
      const waitMs = done ? 0 : millisecondsUntilNextCall(calls, now())
      const taken = !done && waitMs === 0
      if (taken) await writer.setNarratorCalls(addCall(calls, now()))
      return { waitMs, taken }
    })
  }

  /** Returns false if a quoted review has changed or been removed meanwhile: it must not reappear in a quote. */
  const save = (narrative: Narrative, sample: Pick<Review, 'id' | 'text'>[]) =>
    store.write(async writer => {
      for (const { id, text } of sample) {
        const known = await writer.find(id)
        if (known?.state !== 'published' || known.content.text !== text) return false
      }
      await writer.setNarrative(narrative)
      return true
    })

  return {
    /** The version is that of the operator's own data: 0 for the demo, which is never narrated. */
    consider(snapshot: Snapshot, version: number): void {
      if (version === 0 || snapshot.unread > 0) return
      newest = snapshot
      schedule(debounceMs)
    },
    async close(): Promise<void> {
      stop.abort()
      clearTimeout(timer)
      await work
    },
  }
}

const MAX_EXAMPLES = 24

/** Finds the examples behind the counts, the newest critical reviews by rating, and the newest of all. */
async function findExamples(snapshot: Snapshot): Promise<Review[][]> {
  const search = (args: object) =>
    snapshot.search(SearchArgs.parse({ ...args, limit: 100 }))!.reviews.map(parseReview)
  const { aspects, topics, entities } = snapshot.insights
  const ids = [...aspects, ...Object.values(entities).flat(), ...topics].flatMap(one =>
    one.example_review_ids.slice(0, 3),
  )
  const examples: Review[] = []
  for (const id of [...new Set(ids)].slice(0, MAX_EXAMPLES)) {
    const review = snapshot.review(id)
    if (review) examples.push(parseReview(review))
    // Each lookup takes a while in a large dataset: let requests run in between.
    await nextTurn()
  }
  const lists = [
    examples,
    search({ rating: 1 }),
    search({ rating: 2 }),
    search({ rating: 3 }),
    search({}),
  ]
  // A quote would have to say that its author got a reward.
  return lists.map(list => list.filter(({ incentive }) => !incentive))
}

/** Limits calls to the language model, because they cost the operator money. */
const BETWEEN_CALLS_MS = 10 * 60_000
const CALLS_A_DAY = 24
const DAY_MS = 24 * 60 * 60_000

/** Milliseconds until the next call is allowed, given the times of the last ones, oldest first. */
export function millisecondsUntilNextCall(calls: string[], now: Date): number {
  const [last, first] = [calls.at(-1), calls.at(-CALLS_A_DAY)]
  const allowed = [last && Date.parse(last) + BETWEEN_CALLS_MS, first && Date.parse(first) + DAY_MS]
  return Math.max(0, ...allowed.map(time => (time ? time - now.getTime() : 0)))
}

/** Keeps only as many calls as the limit needs. */
export const addCall = (calls: string[], now: Date) =>
  [...calls, now.toISOString()].slice(-CALLS_A_DAY)
