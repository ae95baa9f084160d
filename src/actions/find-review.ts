/** Which review the owner means: by its id, or by any address of it on the site. */
import type { KnownReview, ReviewState } from '../model/record.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { StoreWriter } from '../store/store.ts'
import ownersWords from './owners-words.json' with { type: 'json' }

export const STATES: ReviewState[] = ['published', 'unverified', 'withheld', 'gone']

/** What the states mean to the owner. */
const STATES_EXPLAINED: Record<ReviewState, string> = ownersWords.states

/** After a slash or alone, and before the end, a query, a fragment or an ending such as .md. */
const ID = /(?:^|\/)([0-7][0-9A-HJKMNP-TV-Z]{25})(?=$|[/?#.])/i

/** The id in an address such as https://reviews.example.com/reviews/ID; any other text is returned as it is. */
export const reviewIdIn = (idOrAddress: string) =>
  ID.exec(idOrAddress.trim())?.[1]?.toUpperCase() ?? idOrAddress

export const noReview = (id: string) =>
  new StoreProblem(`There is no review ${id}. The id is the last part of the review's address.`)

/** Only `isErased` and `find` are used. */
type Finder = Pick<StoreWriter, 'find' | 'isErased'>

/** null if it is erased. */
export async function findUnlessErased(writer: Finder, id: string): Promise<KnownReview | null> {
  if (await writer.isErased(id)) return null
  const review = await writer.find(id)
  if (!review) throw noReview(id)
  return review
}

/** `called` is what reviews in these states are called. */
export async function findInState(
  writer: Finder,
  id: string,
  states: ReviewState[],
  called: string,
) {
  const review = await findUnlessErased(writer, id)
  if (!review) throw new StoreProblem(`${id} is not ${called}: it was erased.`)
  if (!states.includes(review.state))
    throw new StoreProblem(`${id} is not ${called}: ${STATES_EXPLAINED[review.state]}.`)
  return review
}

const MIN_PREFIX = 6
const MAX_SHOWN_IDS = 5

/** The published review that is meant by the first characters of its id. */
export function findByIdPrefix<Review extends { id: string }>(
  reviews: Review[],
  idPrefix: string,
): Review {
  const prefix = reviewIdIn(idPrefix).toUpperCase()
  const found = prefix.length < MIN_PREFIX ? [] : reviews.filter(({ id }) => id.startsWith(prefix))
  if (found.length === 1) return found[0]!
  if (found.length === 0)
    throw new StoreProblem(
      `There is no published review ${idPrefix}. Find ids in /reviews.json; the first ${MIN_PREFIX} characters are enough if no other id starts with them.`,
    )
  const ids = found.slice(0, MAX_SHOWN_IDS).map(({ id }) => id)
  throw new StoreProblem(
    `${found.length} ids start with ${idPrefix}: ${ids.join(', ')}${found.length > MAX_SHOWN_IDS ? ', …' : ''}. Give more characters.`,
  )
}
