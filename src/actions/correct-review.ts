/** Corrections: what the owner says was read wrongly, review by review. */
import type { BusinessFile } from '../model/business.ts'
import type { CorrectionTarget } from '../model/correction.ts'
import type { KnownReview } from '../model/record.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { Store, StoreWriter } from '../store/store.ts'
import {
  type CheckedCorrection,
  type CorrectableReview,
  type CorrectionNames,
  createCorrectionReader,
  findTargets,
  findUndone,
} from './correction-targets.ts'
import { findByIdPrefix } from './find-review.ts'

export interface CorrectionRequest extends CorrectionNames {
  /** The id of the review, or its first characters. */
  id: string
  undo?: boolean
}

/** Without anything to correct or undo, only shows what the review mentions. */
export async function correctReview(
  store: Store,
  business: BusinessFile,
  reviews: KnownReview[],
  { id, undo = false, ...names }: CorrectionRequest,
) {
  const reader = await createCorrectionReader(store, business)
  const review = findByIdPrefix(reviews, id)
  const before = await reader.read(review, await store.corrections())
  const asked = undo ? [] : findTargets(before, names, business.technicians)
  const correct = asked.filter(isNew(before))
  const undone = undo ? findUndone(before, names, business.technicians) : []
  const isChanged = correct.length + undone.length > 0
  if (isChanged)
    await store.write(async writer => {
      const known = await findUnchanged(writer, review)
      for (const target of correct) await writer.correct(known, target)
      for (const mention of undone) await writer.undoCorrection(known, mention)
    })
  const after = await reader.read(review, await store.corrections())
  const { source, content } = review
  const unchanged = asked.length > 0 ? 'corrected_before' : 'nothing_asked'
  const effect: 'changed' | typeof unchanged = isChanged ? 'changed' : unchanged
  return {
    corrected: {
      review: {
        id: review.id,
        date: content.date,
        rating: content.rating,
        author: content.author,
        source,
      },
      mentions: after.mentions,
      corrections: after.corrections,
      undone,
    },
    effect,
  }
}

export type CorrectionOutcome = Awaited<ReturnType<typeof correctReview>>

/** A lapsed correction is made anew. */
const isNew =
  ({ corrections }: CorrectableReview) =>
  ({ kind, id, mark }: CorrectionTarget) =>
    !corrections.some(
      one => one.kind === kind && one.id === id && one.mark === mark && one.state !== 'lapsed',
    )

/** A correction is about a text that the owner has seen. */
async function findUnchanged(
  writer: StoreWriter,
  { id, content }: KnownReview,
): Promise<KnownReview> {
  const known = await writer.find(id)
  if (known?.state !== 'published' || known.content.text !== content.text)
    throw new StoreProblem(`${id} has just changed. Nothing was corrected. Please try again.`)
  return known
}

/** Every correction, and whether it still applies. */
export async function listCorrections(
  store: Store,
  business: BusinessFile,
  reviews: KnownReview[],
) {
  const reader = await createCorrectionReader(store, business)
  const shown = new Map(reviews.map(review => [review.id, review]))
  const listed: CheckedCorrection[] = []
  for (const [id, own] of Map.groupBy(await store.corrections(), ({ review_id }) => review_id)) {
    const review = shown.get(id)
    if (review) listed.push(...(await reader.read(review, own)).corrections)
    else
      for (const { isLapsed, ...one } of own)
        listed.push({ ...one, label: reader.labelOf(one), state: 'hidden' })
  }
  return listed
}
