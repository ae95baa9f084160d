/** Finds the mentions that an operator wants to correct, and says what a review does mention if it is something else. */
import type { BusinessFile } from '../model/business.ts'
import type { CorrectedKind, CorrectionTarget } from '../model/correction.ts'
import { foldCase } from '../publish/words/case-folding.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { CheckedCorrection, CorrectableMention, CorrectableReview } from './correctable-reviews.ts'

/** The names as they were typed. */
export interface CorrectionNames {
  notPerson?: string[]
  notAspect?: string[]
  notCriticism?: string[]
}

type People = BusinessFile['technicians']

/** Corrections of mentions in the text. */
export function findTargets(
  { mentions, tags }: CorrectableReview,
  { notPerson = [], notAspect = [], notCriticism = [] }: CorrectionNames,
  people: People,
): CorrectionTarget[] {
  const find = (name: string, kinds: CorrectedKind[]) => {
    const candidates = mentions.filter(({ kind }) => kinds.includes(kind))
    const found = findNamed(candidates, name, people)
    if (found) return found
    const tag = kinds.includes('aspects') ? tags.find(one => namesAspect(one, fold(name))) : undefined
    if (tag)
      throw new StoreProblem(
        `${tag.label} is what the customer ticked at the source (${tag.evidence}). Only what was read in the text can be corrected.`,
      )
    throw new StoreProblem(`${notFound(name, kinds)} ${listMentions(candidates, kinds)}`)
  }
  const meant = [
    ...notPerson.map(name => find(name, ['technicians'])),
    ...notAspect.map(name => find(name, ['aspects'])),
  ]
  const criticized = notCriticism.map(name => find(name, ['aspects', 'technicians']))
  for (const mention of criticized) rejectUnlessCriticism(mention, mentions, tags)
  rejectTwice([...meant, ...criticized])
  return [
    ...meant.map(({ kind, id }) => ({ kind, id, mark: 'not_mentioned' as const })),
    ...criticized.map(({ kind, id }) => ({ kind, id, mark: 'not_criticism' as const })),
  ]
}

function rejectTwice(mentions: CorrectableMention[]): void {
  const twice = mentions.find((mention, index) => mentions.indexOf(mention) !== index)
  if (twice) throw new StoreProblem(`${twice.label} is named twice. Correct it in one way.`)
}

/** Stored corrections to undo: those named, or all of the review. */
export function findUndone(
  { corrections }: CorrectableReview,
  { notPerson = [], notAspect = [], notCriticism = [] }: CorrectionNames,
  people: People,
): CheckedCorrection[] {
  if (corrections.length === 0) throw new StoreProblem('Nothing is corrected in this review.')
  const find = (name: string, marked: (one: CheckedCorrection) => boolean) => {
    const found = findNamed(corrections.filter(marked), name, people)
    if (found) return found
    const corrected = corrections.map(({ label }) => label).join(', ')
    throw new StoreProblem(
      `There is no such correction of "${name}" in this review. Corrected: ${corrected}.`,
    )
  }
  const named = [
    ...notPerson.map(name => find(name, one => one.kind === 'technicians' && one.mark === 'not_mentioned')),
    ...notAspect.map(name => find(name, one => one.kind === 'aspects' && one.mark === 'not_mentioned')),
    ...notCriticism.map(name => find(name, one => one.mark === 'not_criticism')),
  ]
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
    kind === 'technicians' ? [id, ...(people.find(one => one.name === id)?.aliases ?? [])].map(fold) : []
  const whole = candidates.find(one => namesAspect(one, wanted) || spellingsOf(one).includes(wanted))
  if (whole) return whole
  const partly = candidates.filter(one => spellingsOf(one).some(name => name.split(' ').includes(wanted)))
  if (partly.length < 2) return partly[0]
  throw new StoreProblem(`"${name}" may be ${partly.map(({ id }) => id).join(' or ')}. Give the whole name.`)
}

const namesAspect = ({ id, label }: { id: string; label: string }, folded: string) =>
  fold(id) === folded || fold(label) === folded

/** Without case, accents and punctuation between words. */
const fold = (name: string) =>
  foldCase(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

const notFound = (name: string, kinds: CorrectedKind[]) =>
  `The review does not ${kinds.includes('aspects') ? 'mention' : 'name'} "${name}".`

function listMentions(mentions: CorrectableMention[], kinds: CorrectedKind[]): string {
  if (mentions.length === 0)
    return kinds.includes('aspects')
      ? 'Nothing was found in its text.'
      : 'It names nobody from the business file.'
  const listed = mentions.map(({ label, sentiment }) => `${label} (${sentiment})`).join(', ')
  return `It ${kinds.includes('aspects') ? 'mentions' : 'names'}: ${listed}.`
}
