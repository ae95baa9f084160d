/** Finds the phrases in a text that state an opinion, with their negation, and gives those that mean the same one key. */
import { idiomsAt, type OpinionKind, type Side } from './opinion-words.ts'
import { BOUNDARY, createTokenReader, type Token } from './phrase-tokens.ts'
import { CUE_WORDS, OPINION_WORDS } from './word-lists.ts'

/** What a key says: which side it takes, whether by a negation, the word it is about, and all its stems. */
export type PhraseMeaning = ReturnType<typeof meaningOfKey>

const headOf = (subject: Token, opinion: Token) =>
  subject.kind === 'plain' ? opinion.stem : `@${subject.stem}`

const keyOf = (side: Side, isNegated: boolean, head: string, stems: string[]) =>
  `${side}|${isNegated ? 'not' : ''}|${head}|${stems.sort().join(' ')}`

/** The head is a thing ("@price") or, where the thing says nothing, the opinion itself ("polite"). */
export function meaningOfKey(key: string) {
  const [side, negation, head, stems] = key.split('|') as [Side, string, string, string]
  return { side, isNegated: negation !== '', head, stems: stems.split(' ') }
}

/** Returns the key of the longest phrase in a wording. */
export function createKeyReader(): (surface: string) => string {
  const read = createTokenReader()
  return surface => {
    let [longest, words] = ['', 0]
    eachPhrase(read(surface), (key, first, end) => {
      if (end - first > words) [longest, words] = [key, end - first]
    })
    return longest
  }
}

/** A negation or a wish affects this many words after it. */
const REACH = 3
const OPPOSITE = { good: 'bad', bad: 'good' } as const

/** Visits the tokens from `first` up to `end` that state an opinion. What a negation outside of them reverses is left out. */
export function eachPhrase(tokens: Token[], visit: Visit): void {
  let reversedUntil = -1
  for (let first = 0; first < tokens.length; first++) {
    const { kind, norm, canBegin } = tokens[first]!
    if (kind === 'boundary') reversedUntil = -1
    else if (kind === 'blocker' || isSupposed(tokens, first))
      reversedUntil = Math.max(reversedUntil, first + REACH)
    else if (kind === 'negation') {
      if (CUE_WORDS.not_negating_before.has(tokens[first + 1]?.norm)) continue
      if (first > reversedUntil) {
        eachNegated(tokens, first, visit)
        if (canBegin) eachIdiom(tokens, first, plainly(visit, first))
      }
      reversedUntil = CUE_WORDS.negating_subjects.has(norm)
        ? tokens.length
        : Math.max(reversedUntil, first + REACH)
    } else if (canBegin && first > reversedUntil && !isAside(tokens, first))
      eachOpinion(tokens, first, plainly(visit, first))
  }
}

/** "It would be more helpful if", but not "I would recommend". */
const isSupposed = (tokens: Token[], at: number) =>
  tokens[at]!.norm === 'would' && tokens[at + 1]?.norm === 'be'

const ASIDES: ReadonlySet<string> = new Set(['fair', 'frank', 'honest'])

/** "To be honest" says nothing about the honesty of anybody. */
const isAside = (tokens: Token[], at: number) =>
  ASIDES.has(tokens[at]!.norm) && tokens[at - 1]?.norm === 'be' && tokens[at - 2]?.norm === 'to'

type Visit = (key: string, first: number, end: number) => void
type Emit = (side: Side, head: string, stems: string[], end: number) => void

const plainly =
  (visit: Visit, first: number): Emit =>
  (side, head, stems, end) =>
    visit(keyOf(side, false, head, stems), first, end)

/** "never even called" is a failure; "never had to call" is not. */
const BEFORE_DUTY: ReadonlySet<string> = new Set([
  'actually',
  'even',
  'ever',
  'once',
  'one',
  'really',
])
/** Whoever can't wait is glad of it: nobody made them wait, or spared them that. */
const UNABLE: ReadonlySet<string> = new Set(['ca', 'can', 'could'])
/** The most words between a negation and what it negates: "not even a single scratch". */
const MOST_NEGATION_LINKS = 3

/** "no mess", "didn't leave a mess", "no hidden fees", "never called back". */
function eachNegated(tokens: Token[], negation: number, visit: Visit): void {
  const before = tokens[negation - 1]?.norm ?? ''
  const isContracted = tokens[negation]!.norm === "n't" || OPINION_WORDS.auxiliaries.has(before)
  const first = isContracted ? Math.max(0, negation - 1) : negation
  let at = negation + 1
  let isDirect = true
  while (
    at <= negation + MOST_NEGATION_LINKS &&
    OPINION_WORDS.negation_links.has(tokens[at]?.norm)
  ) {
    isDirect &&= BEFORE_DUTY.has(tokens[at]!.norm)
    at++
  }
  const emit: Emit = (side, head, stems, end) =>
    visit(keyOf(OPPOSITE[side], true, head, stems), first, end)
  const word = tokens[at]
  const isUnable = UNABLE.has(before) || tokens[negation]!.norm === 'cannot'
  if (!word?.canBegin || (word.norm === 'wait' && isUnable)) return
  eachOpinion(tokens, at, emit)
  const next = tokens[at + 1] ?? BOUNDARY
  const isDone = word.kind === 'duty' || word.kind === 'offense'
  if (isTopicWord(next) && !isDone) {
    if (word.kind === 'trouble') emit('bad', word.stem, [word.stem, next.stem], at + 2)
  } else if (isJudgment(word) || word.kind === 'trouble')
    emit(word.side!, word.stem, [word.stem], at + 1)
  else if (isDirect && isDone && tokens[negation]!.norm !== 'nothing') {
    const hasTail = OPINION_WORDS.tails.has(next.norm)
    const end = OPINION_WORDS.pronouns.has(next.norm) || hasTail ? at + 2 : at + 1
    emit(word.side!, word.stem, hasTail ? [word.stem, next.stem] : [word.stem], end)
  }
}

const isOneOf = (...kinds: OpinionKind[]) => {
  const wanted = new Set(kinds)
  return ({ kind }: Token) => wanted.has(kind)
}
const isTopicWord = isOneOf('thing', 'plain', 'trouble')
const isJudgment = isOneOf('opinion', 'manner')
const isAction = isOneOf('duty', 'offense', 'action')

function eachIdiom(tokens: Token[], first: number, emit: Emit): void {
  for (const { side, head, stems, end } of idiomsAt(tokens, first))
    emit(side, head, [...stems], end)
}

/** The phrases without a negation that begin at `first`. */
function eachOpinion(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  eachIdiom(tokens, first, emit)
  if (word.kind === 'intensifier') eachIntensified(tokens, first, emit)
  else if (word.kind === 'opinion' || word.kind === 'general') eachQualified(tokens, first, emit)
  else if (isTopicWord(word) || OPINION_WORDS.subjects.has(word.norm))
    eachPredicate(tokens, first, emit)
  else if (isAction(word)) eachManner(tokens, first, emit)
}

/** "very clean", "too expensive". Too much of a good thing is nothing we can judge. */
function eachIntensified(tokens: Token[], first: number, emit: Emit): void {
  const at = skipIntensifiers(tokens, first)
  const word = tokens[at] ?? BOUNDARY
  if (!isJudgment(word) || isTopicWord(tokens[at + 1] ?? BOUNDARY)) return
  if (tokens[first]!.norm === 'too' && word.side === 'good') return
  emit(word.side!, word.stem, [word.stem], at + 1)
}

function skipIntensifiers(tokens: Token[], from: number): number {
  let at = from
  while (at < from + 2 && tokens[at]?.kind === 'intensifier') at++
  return at
}

/** "helpful", "fair price", "friendly front desk", "quickly responded". */
function eachQualified(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  const next = tokens[first + 1] ?? BOUNDARY
  const third = tokens[first + 2] ?? BOUNDARY
  if (isTopicWord(next)) {
    const last = isTopicWord(third) ? third : next
    const stems = last === third ? [word.stem, next.stem, third.stem] : [word.stem, next.stem]
    if (word.kind === 'opinion' || last.kind === 'thing')
      emit(word.side!, headOf(last, word), stems, first + stems.length)
  }
  if (word.kind !== 'opinion') return
  if (canStandAlone(word) && next.norm !== 'of') emit(word.side!, word.stem, [word.stem], first + 1)
  if (word.isAdverb && isAction(next))
    emit(word.side!, word.stem, [word.stem, next.stem], first + 2)
  if (next.norm === 'and' || next.norm === '&') eachPair(tokens, first, emit)
  else if (OPINION_WORDS.joints.has(next.norm)) eachObject(tokens, first, emit)
}

/** "helpful", whatever is; but "clean" may be what they were to do, and "honestly" and "kind of" judge nothing. */
const canStandAlone = ({ norm, isAdverb }: Token) =>
  !isAdverb && !OPINION_WORDS.of_something.has(norm)

/** "friendly and honest", in either order. */
function eachPair(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  const at = skipIntensifiers(tokens, first + 2)
  const other = tokens[at] ?? BOUNDARY
  const stems = [word.stem, other.stem].sort()
  if (other.kind === 'opinion' && other.side === word.side && stems[0] !== stems[1])
    emit(word.side!, stems[0]!, stems, at + 1)
}

/** "careful with our things", "easy to reach". */
function eachObject(tokens: Token[], first: number, emit: Emit): void {
  const word = tokens[first]!
  const at = OPINION_WORDS.links.has(tokens[first + 2]?.norm) ? first + 3 : first + 2
  const object = tokens[at] ?? BOUNDARY
  const isFit =
    tokens[first + 1]!.norm === 'to'
      ? isAction(object) || object.kind === 'thing'
      : isTopicWord(object)
  if (isFit) emit(word.side!, word.stem, [word.stem, object.stem], at + 1)
}

/** "the price was very fair", "they were careful". */
function eachPredicate(tokens: Token[], first: number, emit: Emit): void {
  if (tokens[first + 1]?.kind !== 'be') return
  const subject = tokens[first]!
  const at = skipIntensifiers(tokens, first + 2)
  const word = tokens[at] ?? BOUNDARY
  if (!canBeSaidOf(subject, word) || isTopicWord(tokens[at + 1] ?? BOUNDARY)) return
  if (subject.kind === 'other') emit(word.side!, word.stem, [word.stem], at + 1)
  else emit(word.side!, headOf(subject, word), [subject.stem, word.stem], at + 1)
}

/** A slow drain is why they came; a slow crew is criticism. */
function canBeSaidOf({ kind, norm }: Token, word: Token): boolean {
  if (word.kind === 'manner') return kind === 'plain' || (kind === 'other' && norm !== 'it')
  return word.kind === 'opinion' || (word.kind === 'general' && kind === 'thing')
}

/** "arrived early", "showed up very late". */
function eachManner(tokens: Token[], first: number, emit: Emit): void {
  const tail = OPINION_WORDS.tails.has(tokens[first + 1]?.norm) ? 1 : 0
  const at = skipIntensifiers(tokens, first + 1 + tail)
  const word = tokens[at] ?? BOUNDARY
  if (isJudgment(word) && !isTopicWord(tokens[at + 1] ?? BOUNDARY))
    emit(word.side!, word.stem, [tokens[first]!.stem, word.stem], at + 1)
}
