/** Corrections: what the engine read in a review, and what of it the owner says was read wrongly. */
import { createTagReader } from '../insights/aspects/tags.ts'
import { sentimentAbout } from '../insights/counts/month-counts.ts'
import { readReview } from '../insights/read-review.ts'
import { type Analysis, analyzedText } from '../insights/text/analysis.ts'
import { resolveTaxonomy } from '../insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../model/business.ts'
import type { Correction, CorrectionTarget, StoredCorrection } from '../model/correction.ts'
import type { CorrectedMention } from '../model/insights.ts'
import type { KnownReview } from '../model/record.ts'
import type { Translation } from '../model/review.ts'
import { loadEngine } from '../publish/load-engine.ts'
import { createFindAnalyses } from '../publish/months/find-analyses.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { Store, StoreWriter } from '../store/store.ts'
import {
  type CheckedCorrection,
  type CorrectableMention,
  type CorrectableReview,
  type CorrectionNames,
  findTargets,
  findUndone,
} from './correction-targets.ts'
import { findByIdPrefix } from './find-review.ts'
import ownersWords from './owners-words.json' with { type: 'json' }

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
): Promise<CorrectionOutcome> {
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
  return {
    corrected: {
      review: { id: review.id, date: content.date, rating: content.rating, author: content.author, source },
      mentions: after.mentions,
      corrections: after.corrections,
      undone,
    },
    effect: isChanged ? 'changed' : asked.length > 0 ? 'corrected_before' : 'nothing_asked',
  }
}

export interface CorrectionOutcome {
  corrected: Pick<CorrectableReview, 'mentions' | 'corrections'> & {
    review: Pick<KnownReview, 'id' | 'source'> & Pick<KnownReview['content'], 'date' | 'rating' | 'author'>
    undone: CheckedCorrection[]
  }
  effect: 'changed' | 'corrected_before' | 'nothing_asked'
}

/** A lapsed correction is made anew. */
const isNew =
  ({ corrections }: CorrectableReview) =>
  ({ kind, id, mark }: CorrectionTarget) =>
    !corrections.some(
      one => one.kind === kind && one.id === id && one.mark === mark && one.state !== 'lapsed',
    )

/** A correction is about a text that the owner has seen. */
async function findUnchanged(writer: StoreWriter, { id, content }: KnownReview): Promise<KnownReview> {
  const known = await writer.find(id)
  if (known?.state !== 'published' || known.content.text !== content.text)
    throw new StoreProblem(`${id} has just changed. Nothing was corrected. Please try again.`)
  return known
}

/** Every correction, and whether it still applies. */
export async function listCorrections(store: Store, business: BusinessFile, reviews: KnownReview[]) {
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

export async function createCorrectionReader(store: Store, business: BusinessFile) {
  const engine = await loadEngine()
  const findAnalyses = createFindAnalyses({ store: store.analyses, engine })
  const taxonomy = resolveTaxonomy(engine.taxonomies, business)
  const readTags = createTagReader(taxonomy)
  const labels = new Map(taxonomy.aspects.map(({ id, label }) => [id, label]))
  const labelOf = ({ kind, id }: Pick<CorrectionTarget, 'kind' | 'id'>) =>
    kind === 'aspects' ? (labels.get(id) ?? id) : id

  return {
    labelOf,
    /** `stored` are corrections of any reviews. */
    async read(review: KnownReview, stored: StoredCorrection[]): Promise<CorrectableReview> {
      const { content, particulars } = review
      const { text, rating } = content
      const { language, translation } = particulars
      const read = { text, rating, translation }
      const [analysis = null] = await findAnalyses([{ text, rating, language, translation }], business)
      const tags = readTags(particulars.tags)
      const own = stored.filter(({ review_id }) => review_id === review.id)
      const applied = own.filter(({ isLapsed }) => !isLapsed)
      const { corrected } = readReview(read, analysis, tags, applied).insight
      return {
        review,
        mentions: listMentions(read, analysis).map(one => ({ ...one, label: labelOf(one) })),
        tags: tags.map(tag => ({ ...tag, label: labels.get(tag.id) ?? tag.id })),
        corrections: own.map(({ isLapsed, ...one }) => ({
          ...one,
          label: labelOf(one),
          state: isLapsed ? 'lapsed' : isIn(corrected, one) ? 'applies' : 'no_effect',
        })),
      }
    },
  }
}

function listMentions(
  review: { text: string | null; rating: number; translation: Translation | null },
  analysis: Analysis | null,
): Omit<CorrectableMention, 'label'>[] {
  const read = readReview(review, analysis)
  const { insight } = read
  return [
    ...insight.aspects.map(one => ({ kind: 'aspects' as const, ...one })),
    ...insight.technicians.map(id => {
      const { span } = analysis!.technicians.find(({ key }) => key === id)!
      const sentiment = sentimentAbout(read, 'technicians', id)
      const text = analyzedText(analysis!, { text: review.text!, translation: review.translation })
      return { kind: 'technicians' as const, id, sentiment, evidence: text.slice(...span) }
    }),
  ]
}

const isIn = (corrected: CorrectedMention[], { kind, id }: Correction) =>
  corrected.some(one => one.kind === kind && one.id === id)

const { corrections: MEANINGS, correction_effects: EFFECTS } = ownersWords

/** Pricing: not criticism */
export const nameCorrection = ({ kind, label, mark }: CheckedCorrection) =>
  `${label}: ${MEANINGS[kind][mark]}`

/** Pricing: not criticism (counts as neutral) */
export function describeCorrection(correction: CheckedCorrection): string {
  const { mark, state } = correction
  const effect = state === 'applies' ? EFFECTS.applies[mark] : EFFECTS[state]
  return `${nameCorrection(correction)} (${effect})`
}
