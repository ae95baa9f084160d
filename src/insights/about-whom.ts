/** What a text says about the people and services it names: only the sides of sentences that are about them count. */
import type {
  createContextReader,
  KnownOfText,
  SentenceInContext,
} from './aspects/aspect-mentions.ts'
import { verdictOf } from './aspects/polarity.ts'
import type { FoundEntity } from './find-entities.ts'
import { isAccusing } from './text/accusations.ts'
import type { EntityMention } from './text/analysis.ts'
import { SENTENCE_WORDS } from './text/word-lists.ts'
import { joinNorms, type Sentence, type Word, type WordRange } from './text/words.ts'

type Opinion = EntityMention['sentiment']

/** The least chances that words criticize, or praise. What the stars speak against must be surer: "Ms. Renaud expects a lot" is no criticism under five. */
const LEAST = { critical: 0.75, criticalOfHappy: 0.93, praising: 0.8, praisingOfUnhappy: 0.9 }

const isHappy = (stars: number | null) => stars !== null && stars > 3
const isUnhappy = (stars: number | null) => stars !== null && stars < 3
/** How sure the opinion about the very words must be to contradict that of the side around them. */
const CONFIDENT = 0.6

/** What one side of a sentence says about some of its words. */
function opinionAt(context: SentenceInContext, side: WordRange, target: WordRange): Opinion {
  const { critical, praising } = context.aspects(side, NO_HINTS)
  const isCritical = critical >= (isHappy(context.stars) ? LEAST.criticalOfHappy : LEAST.critical)
  const leastPraising = isUnhappy(context.stars) ? LEAST.praisingOfUnhappy : LEAST.praising
  const isPraising = praising >= leastPraising && !isOver(context.sentence.words, side)
  // The side that the stars rule out may still be the likelier one: then it is neither.
  if (isCritical ? !isPraising && praising > critical : !isPraising || critical > praising)
    return null
  const { sentiment, score } = verdictOf(context.opinions([target])[0]!)
  if (isCritical && isPraising) return sentiment === 'positive' ? 'positive' : 'negative'
  const own = isCritical ? 'negative' : 'positive'
  return sentiment !== own && Math.abs(score) >= CONFIDENT ? null : own
}

/** What a sentence says about a service, in the side that names it. Words that say what was broken are no opinion about the repair. */
export function opinionOfService(context: SentenceInContext, service: FoundEntity): Opinion {
  const side = context.sentence.sides.find(({ end }) => service.first < end)!
  return service.isSymptom ? null : opinionAt(context, side, service)
}

const NO_HINTS = { wanted: [], cues: [], trade: 0 }

/** "She was great at first", "great when she was selling, but now nobody calls": this praise no longer holds. It does "until the minute I left". */
const OVER =
  /\b(?:at first|used to be|until(?! the (?:day|end|minute|moment|very)\b)|anfangs|au début|al principio)\b|(?:,|but) now\b/
const TURN_AFTER = 2

const isOver = (words: Word[], { first, end }: WordRange) =>
  OVER.test(joinNorms(words.slice(first, end + TURN_AFTER)))

/** Criticism counts unless there is more praise, or as much and the stars are high. Beside an accusation no praise outweighs it. */
export function mergeOpinions(
  opinions: Opinion[],
  stars: number | null,
  hasAccusation = false,
): Opinion {
  const count = (side: Opinion) => opinions.filter(one => one === side).length
  const [praise, criticism] = [count('positive'), count('negative')]
  if (praise + criticism === 0) return null
  if (hasAccusation && criticism > 0) return 'negative'
  return praise > criticism || (praise === criticism && isHappy(stars)) ? 'positive' : 'negative'
}

/** Judges what a text says about each mention of a person, and in the sentences after it that continue with a pronoun. */
export const createPeopleJudge =
  (readInContext: ReturnType<typeof createContextReader>) =>
  (
    sentences: Sentence[],
    entities: FoundEntity[][],
    known: KnownOfText,
  ): Map<FoundEntity, Opinion> => {
    const sides = findPersonalSides(sentences, entities)
    const numbers = [...new Set(sides.map(({ sentence }) => sentence))]
    const masked = numbers.map(number => withoutNames(sentences[number]!, entities[number]!))
    const opinions = new Map<FoundEntity, Opinion[]>()
    readInContext(masked, known, (context, at) => {
      for (const side of sides.filter(({ sentence }) => sentence === numbers[at]))
        for (const person of side.people) {
          const isNamed = entities[side.sentence]!.includes(person)
          const target = isNamed ? person : side
          const known = opinions.get(person) ?? []
          opinions.set(person, [...known, opinionAt(context, side, target)])
        }
    })
    const hasAccusation =
      sides.length > 0 && isAccusing(sentences.map(({ words }) => joinNorms(words)).join(' '))
    const merge = (own: Opinion[]) => mergeOpinions(own, known.stars, hasAccusation)
    return new Map(Array.from(opinions, ([person, own]) => [person, merge(own)]))
  }

/** A side of a sentence about the people that are named in it, or right before it: "Mike came. He was on time." */
interface PersonalSide extends WordRange {
  /** The number of the sentence. */
  sentence: number
  people: FoundEntity[]
}

const PRONOUNS = /^(?:he|she|er|él|ella|elle)$/

/** In the order of the text. A pronoun is taken to mean somebody only if nobody else was named just before. */
function findPersonalSides(sentences: Sentence[], entities: FoundEntity[][]): PersonalSide[] {
  const found: PersonalSide[] = []
  let last: FoundEntity[] = []
  for (const [number, { words, sides }] of sentences.entries())
    for (const side of sides) {
      const isInside = ({ kind, first }: FoundEntity) =>
        kind === 'technicians' && first >= side.first && first < side.end
      const named = entities[number]!.filter(isInside)
      last =
        named.length > 0 ? named : last.length === 1 && startsWithPronoun(words, side) ? last : []
      if (last.length > 0) found.push({ ...side, sentence: number, people: last })
    }
  return found
}

/** "he was on time", "but she forgot". */
function startsWithPronoun(words: Word[], { first }: WordRange): boolean {
  const start = SENTENCE_WORDS.turns.has(words[first]!.norm) ? first + 1 : first
  return PRONOUNS.test(words[start]?.norm ?? '')
}

/** The network learned from reviews in which names stand beside praise; with a pronoun in their place it judges what is said. */
function withoutNames(sentence: Sentence, entities: FoundEntity[]): Sentence {
  const isName = (at: number) =>
    entities.some(({ kind, first, end }) => kind === 'technicians' && first <= at && at < end)
  return {
    ...sentence,
    words: sentence.words.map((word, at) => (isName(at) ? { ...word, norm: 'he' } : word)),
  }
}
