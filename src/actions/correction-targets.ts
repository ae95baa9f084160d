/** What the engine read in a review, what the owner corrected in it, and which mentions an operator wants to correct. */
import { createTagReader } from '../insights/aspects/tags.ts'
import { sentimentAbout } from '../insights/counts/month-counts.ts'
import { readReview } from '../insights/read-review.ts'
import { type Analysis, analyzedText } from '../insights/text/analysis.ts'
import { resolveTaxonomy } from '../insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../model/business.ts'
import { foldCase } from '../model/case-folding.ts'
import type {
  CorrectedKind,
  Correction,
  CorrectionTarget,
  StoredCorrection,
} from '../model/correction.ts'
import type { KnownReview } from '../model/record.ts'
import type { Translation } from '../model/review.ts'
import { loadEngine } from '../publish/load-engine.ts'
import { createFindAnalyses } from '../publish/months/find-analyses.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { Store } from '../store/store.ts'
import ownersWords from './owners-words.json' with { type: 'json' }

/** The names as they were typed. */
export type CorrectionNames = {
  notPerson?: string[]
  notAspect?: string[]
  notCriticism?: string[]
}

type People = BusinessFile['technicians']

const OPTIONS: {
  option: keyof CorrectionNames
  kinds: CorrectedKind[]
  mark: CorrectionTarget['mark']
}[] = [
  { option: 'notPerson', kinds: ['technicians'], mark: 'not_mentioned' },
  { option: 'notAspect', kinds: ['aspects'], mark: 'not_mentioned' },
  { option: 'notCriticism', kinds: ['aspects', 'technicians'], mark: 'not_criticism' },
]

const requestsIn = (names: CorrectionNames) =>
  OPTIONS.flatMap(({ option, ...what }) => (names[option] ?? []).map(name => ({ name, ...what })))

/** Corrections of mentions in the text. */
export function findTargets(
  { mentions, tags }: CorrectableReview,
  names: CorrectionNames,
  people: People,
) {
  const find = (name: string, kinds: CorrectedKind[]) => {
    const candidates = mentions.filter(({ kind }) => kinds.includes(kind))
    const found = findNamed(candidates, name, people)
    if (found) return found
    const tag = kinds.includes('aspects')
      ? tags.find(one => namesAspect(one, fold(name)))
      : undefined
    if (tag)
      throw new StoreProblem(
        `${tag.label} is what the customer ticked at the source (${tag.evidence}). Only what was read in the text can be corrected.`,
      )
    throw new StoreProblem(describeMissing(name, candidates, kinds))
  }
  const targets = requestsIn(names).map(({ name, kinds, mark }) => ({
    mention: find(name, kinds),
    mark,
  }))
  for (const { mention, mark } of targets)
    if (mark === 'not_criticism') rejectUnlessCriticism(mention, mentions, tags)
  const named = targets.map(({ mention }) => mention)
  const twice = named.find((mention, index) => named.indexOf(mention) !== index)
  if (twice) throw new StoreProblem(`${twice.label} is named twice. Correct it in one way.`)
  return targets.map(({ mention: { kind, id }, mark }) => ({ kind, id, mark }))
}

/** Stored corrections to undo: those named, or all of the review. */
export function findUndone(
  { corrections }: CorrectableReview,
  names: CorrectionNames,
  people: People,
) {
  if (corrections.length === 0) throw new StoreProblem('Nothing is corrected in this review.')
  const named = requestsIn(names).map(({ name, kinds, mark }) => {
    const candidates = corrections.filter(one => one.mark === mark && kinds.includes(one.kind))
    const found = findNamed(candidates, name, people)
    if (found) return found
    const corrected = corrections.map(({ label }) => label).join(', ')
    throw new StoreProblem(
      `There is no such correction of "${name}" in this review. Corrected: ${corrected}.`,
    )
  })
  return named.length > 0 ? [...new Set(named)] : corrections
}

function rejectUnlessCriticism(
  { kind, id, label, sentiment }: CorrectableMention,
  mentions: CorrectableMention[],
  tags: CorrectableReview['tags'],
): void {
  const tag = kind === 'aspects' && tags.find(one => one.id === id && one.sentiment === 'negative')
  if (tag)
    throw new StoreProblem(
      `${label} stays criticism: the customer also ticked it at the source (${tag.evidence}).`,
    )
  if (sentiment === 'negative') return
  const criticized = mentions.filter(one => one.sentiment === 'negative').map(one => one.label)
  throw new StoreProblem(
    `${label} is ${sentiment} in this review. ${criticized.length > 0 ? `Criticized: ${criticized.join(', ')}.` : 'Nothing in it was read as criticism.'}`,
  )
}

/** By id, label, name or alias; a person also by one word of the name, if it means one person only. */
function findNamed<Named extends { kind: CorrectedKind; id: string; label: string }>(
  candidates: Named[],
  name: string,
  people: People,
): Named | undefined {
  const wanted = fold(name)
  const spellingsOf = ({ kind, id }: Named) =>
    kind === 'technicians'
      ? [id, ...(people.find(one => one.name === id)?.aliases ?? [])].map(fold)
      : []
  const whole = candidates.find(
    one => namesAspect(one, wanted) || spellingsOf(one).includes(wanted),
  )
  if (whole) return whole
  const partly = candidates.filter(one =>
    spellingsOf(one).some(name => name.split(' ').includes(wanted)),
  )
  if (partly.length < 2) return partly[0]
  throw new StoreProblem(
    `"${name}" may be ${partly.map(({ id }) => id).join(' or ')}. Give the whole name.`,
  )
}

const namesAspect = ({ id, label }: { id: string; label: string }, folded: string) =>
  fold(id) === folded || fold(label) === folded

/** Without case, accents and punctuation between words. */
const fold = (name: string) =>
  foldCase(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

function describeMissing(
  name: string,
  mentions: CorrectableMention[],
  kinds: CorrectedKind[],
): string {
  const [verb, nothing] = kinds.includes('aspects')
    ? ['mention', 'Nothing was found in its text.']
    : ['name', 'It names nobody from the business file.']
  const listed = mentions.map(({ label, sentiment }) => `${label} (${sentiment})`).join(', ')
  return `The review does not ${verb} "${name}". ${mentions.length > 0 ? `It ${verb}s: ${listed}.` : nothing}`
}

/** A review with everything that a correction can be about. */
export type CorrectableReview = Awaited<
  ReturnType<Awaited<ReturnType<typeof createCorrectionReader>>['read']>
>

/** A mention as the engine reads it in the text, without corrections, with the words that mention it. */
export type CorrectableMention = CorrectableReview['mentions'][number]

export interface CheckedCorrection extends Correction {
  review_id: string
  label: string
  /** `lapsed`: the text was edited since. `no_effect`: the text is not read that way. `hidden`: the review is not shown. */
  state: 'applies' | 'lapsed' | 'no_effect' | 'hidden'
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
    async read(review: KnownReview, stored: StoredCorrection[]) {
      const { content, particulars } = review
      const { text, rating } = content
      const { language, translation } = particulars
      const read = { text, rating, translation }
      const [analysis = null] = await findAnalyses(
        [{ text, rating, language, translation }],
        business,
      )
      const tags = readTags(particulars.tags)
      const own = stored.filter(({ review_id }) => review_id === review.id)
      const applied = own.filter(({ isLapsed }) => !isLapsed)
      const { corrected } = readReview(read, analysis, tags, applied).insight
      return {
        review,
        mentions: listMentions(read, analysis).map(one => ({ ...one, label: labelOf(one) })),
        /** Aspects that the customer ticked at the source: they cannot be corrected. */
        tags: tags.map(tag => ({ ...tag, label: labels.get(tag.id) ?? tag.id })),
        corrections: own.map(
          ({ isLapsed, ...one }): CheckedCorrection => ({
            ...one,
            label: labelOf(one),
            state: isLapsed
              ? 'lapsed'
              : corrected.some(({ kind, id }) => kind === one.kind && id === one.id)
                ? 'applies'
                : 'no_effect',
          }),
        ),
      }
    },
  }
}

function listMentions(
  review: { text: string | null; rating: number; translation: Translation | null },
  analysis: Analysis | null,
) {
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
