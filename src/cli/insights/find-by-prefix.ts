/** Finds the published review that an operator means by the first characters of its id. */
import { reviewIdIn } from '../../actions/find-review.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'

const MIN_PREFIX = 6
const MAX_SHOWN_IDS = 5

export function findByIdPrefix<Review extends { id: string }>(reviews: Review[], idPrefix: string): Review {
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
