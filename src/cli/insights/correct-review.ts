/** `firsthand insights --correct` and `--corrections`: what the owner says was read wrongly, review by review. */
import type { BusinessFile } from '../../model/business.ts'
import type { CorrectionTarget } from '../../model/correction.ts'
import type { KnownReview } from '../../model/record.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import type { Store, StoreWriter } from '../../store/store.ts'
import { reviewLine } from '../base/review-preview.ts'
import { type Screen, wrap } from '../base/screen.ts'
import {
  type CheckedCorrection,
  type CorrectableMention,
  type CorrectableReview,
  createCorrectionReader,
  describeCorrection,
  nameCorrection,
} from './correctable-reviews.ts'
import { type CorrectionNames, findTargets, findUndone } from './correction-targets.ts'
import { findByIdPrefix } from './find-by-prefix.ts'
import { countOf } from './insights-table.ts'

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
  const change = {
    correct: asked.filter(isNew(before)),
    undo: undo ? findUndone(before, names, business.technicians) : [],
  }
  await applyChange(store, review, change)
  const after = await reader.read(review, await store.corrections())
  const data: CorrectedReview = {
    review: toPublic(review),
    mentions: after.mentions,
    corrections: after.corrections,
    undone: change.undo,
  }
  const isChanged = change.correct.length + change.undo.length > 0
  const note = isChanged ? CHANGED : asked.length > 0 ? UNCHANGED : adviseOn(after)
  return { data, describe: (screen: Screen) => describeCorrected(data, note, screen) }
}

/** A lapsed correction is made anew. */
const isNew =
  ({ corrections }: CorrectableReview) =>
  ({ kind, id, mark }: CorrectionTarget) =>
    !corrections.some(
      one => one.kind === kind && one.id === id && one.mark === mark && one.state !== 'lapsed',
    )

interface CorrectedReview extends Pick<CorrectableReview, 'mentions' | 'corrections'> {
  review: ReturnType<typeof toPublic>
  undone: CheckedCorrection[]
}

const toPublic = ({ id, source, content: { date, rating, author } }: KnownReview) => ({
  id,
  date,
  rating,
  author,
  source,
})

interface Change {
  correct: CorrectionTarget[]
  undo: Pick<CorrectionTarget, 'kind' | 'id'>[]
}

async function applyChange(store: Store, review: KnownReview, { correct, undo }: Change): Promise<void> {
  if (correct.length + undo.length === 0) return
  await store.write(async writer => {
    const known = await findUnchanged(writer, review)
    for (const target of correct) await writer.correct(known, target)
    for (const mention of undo) await writer.undoCorrection(known, mention)
  })
}

/** A correction is about a text that the owner has seen. */
async function findUnchanged(writer: StoreWriter, { id, content }: KnownReview): Promise<KnownReview> {
  const known = await writer.find(id)
  if (known?.state !== 'published' || known.content.text !== content.text)
    throw new StoreProblem(`${id} has just changed. Nothing was corrected. Please try again.`)
  return known
}

function describeCorrected(
  { review, mentions, corrections, undone }: CorrectedReview,
  note: string,
  screen: Screen,
): string {
  const { width, paint } = screen
  const list = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [title, ...lines.flatMap(line => wrap(line, width, '  '))]
  const paragraphs = [
    [paint('dim', review.id), ...wrap(reviewLine(review), width).map(line => paint('bold', line))],
    list('Read in the text:', mentions.map(describeMention)),
    list('Corrected:', corrections.map(describeCorrection)),
    list('Undone:', undone.map(nameCorrection)),
    wrap(note, width),
  ]
  return `${paragraphs
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

const describeMention = ({ kind, label, sentiment, evidence }: CorrectableMention) =>
  `${kind === 'technicians' ? 'Technician ' : ''}${label}: ${sentiment}, “${evidence}”`

const CHANGED =
  'The counts change within a second; the review does not. /insights.json lists corrections, and the site says how many there are.'
const UNCHANGED = 'That was corrected before. Nothing changed.'

const adviseOn = ({ mentions }: CorrectableReview) =>
  mentions.length > 0
    ? 'To correct one of these, add --not-person, --not-aspect or --not-criticism.'
    : 'Nothing was found in its text, so there is nothing to correct.'

/** Every correction, and whether it still applies. */
export async function listCorrections(store: Store, business: BusinessFile, reviews: KnownReview[]) {
  const reader = await createCorrectionReader(store, business)
  const stored = await store.corrections()
  const shown = new Map(reviews.map(review => [review.id, review]))
  const data: CheckedCorrection[] = []
  for (const [id, own] of Map.groupBy(stored, ({ review_id }) => review_id)) {
    const review = shown.get(id)
    if (review) data.push(...(await reader.read(review, own)).corrections)
    else
      data.push(
        ...own.map(({ isLapsed, ...one }) => ({
          ...one,
          label: reader.labelOf(one),
          state: 'hidden' as const,
        })),
      )
  }
  return { data, describe: (screen: Screen) => describeAll(data, screen) }
}

function describeAll(corrections: CheckedCorrection[], screen: Screen): string {
  if (corrections.length === 0) return 'There are no corrections.\n'
  const applied = corrections.filter(({ state }) => state === 'applies').length
  const lines = Map.groupBy(corrections, ({ review_id }) => review_id)
    .entries()
    .flatMap(([id, own]) => [id, ...own.flatMap(one => wrap(describeDated(one), screen.width, '  '))])
  return `${[...lines, '', `${countOf(corrections.length, 'correction')}, ${applied} in effect.`].join('\n')}\n`
}

const describeDated = (one: CheckedCorrection) =>
  `${one.corrected_at.slice(0, 10)} ${describeCorrection(one)}`
