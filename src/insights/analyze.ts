/** The insights engine: analyzes one text. */
import type { BusinessFile, Taxonomy } from '../model/business.ts'
import type { Review, Translation } from '../model/review.ts'
import { createPeopleJudge, opinionOfService } from './about-whom.ts'
import {
  createAspectReader,
  createContextReader,
  type JudgedAspect,
} from './aspects/aspect-mentions.ts'
import { quoteWorth } from './counts/quote-candidates.ts'
import { createEntityFinder, type FoundEntity } from './find-entities.ts'
import { type FoundPrice, findPrices } from './find-prices.ts'
import { createNameFinder, type NameMention } from './names/find-names.ts'
import { createOwnName } from './names/own-name.ts'
import type { Background } from './network/background.ts'
import type { Network } from './network/network.ts'
import {
  type Analysis,
  type AspectMention,
  type EntityMention,
  emptyAnalysis,
  type Span,
} from './text/analysis.ts'
import { findLanguage, isNative } from './text/known-language.ts'
import { resolveTaxonomy } from './text/resolve-taxonomy.ts'
import type { Vocabulary } from './text/vocabulary.ts'
import { type Sentence, splitSentences, type WordRange } from './text/words.ts'

/** Identifies how texts are read. Increment it when the same text would be read differently. */
export const ENGINE = 'firsthand-absa/12'

export interface InsightsEngine {
  /** Identifies the weights: other weights read differently. */
  digest: string
  network: Network
  vocabulary: Vocabulary
  /** General English, the baseline for finding topics. */
  background: Background
  taxonomies: Taxonomy[]
}

export interface SentenceFindings {
  sentence: Sentence
  aspects: JudgedAspect[]
  entities: (FoundEntity & Pick<EntityMention, 'sentiment'>)[]
  prices: FoundPrice[]
}

/** A text with everything found in each sentence. */
interface AnalyzedText extends Pick<Analysis, 'read' | 'language' | 'isTranslation'> {
  sentences: SentenceFindings[]
}

export function createTextReader(engine: InsightsEngine, business: BusinessFile) {
  const { network, vocabulary, taxonomies } = engine
  const readAspects = createAspectReader(network, resolveTaxonomy(taxonomies, business))
  const chooseText = createTextChooser(engine, business)
  const readInContext = createContextReader(network, vocabulary)
  const judgePeople = createPeopleJudge(readInContext)

  /** `stars` are those of the review; null if unknown. A translation is read if the text cannot be. */
  return (
    text: string,
    declared: string | null,
    stars: number | null = null,
    translation: Translation | null = null,
  ): AnalyzedText => {
    const chosen = chooseText(text, declared, translation)
    if (!chosen.isReadable) return withoutOpinions(chosen)
    const { sentences, entities, isEnglish, language, isTranslation } = chosen
    const prices = findPrices(sentences, entities)
    const known = { stars, isEnglish }
    const people = judgePeople(sentences, entities, known)
    const findings = readInContext(sentences, known, (context, number) => {
      const sentimentOf = (one: FoundEntity) =>
        one.kind === 'services' ? opinionOfService(context, one) : (people.get(one) ?? null)
      return {
        sentence: context.sentence,
        aspects: readAspects(context),
        entities: entities[number]!.map(one => ({ ...one, sentiment: sentimentOf(one) })),
        prices: prices[number]!,
      }
    })
    return { read: true, language, isTranslation, sentences: findings }
  }
}

export type Analyze = ReturnType<typeof createAnalyzer>

/** Returns what is stored about a text: offsets and verdicts. */
export function createAnalyzer(engine: InsightsEngine, business: BusinessFile) {
  const readText = createTextReader(engine, business)
  return (...review: Parameters<typeof readText>) => toAnalysis(readText(...review))
}

/**
 * Finds only what the network is not needed for: the people, services and areas that a text names. They are the same as
 * those of the whole analysis, in a fraction of the time.
 */
export function createMentionAnalyzer(engine: InsightsEngine, business: BusinessFile) {
  const chooseText = createTextChooser(engine, business)
  return ({
    text,
    language,
    translation,
  }: Pick<Review, 'language' | 'translation'> & { text: string }) =>
    toAnalysis(withoutOpinions(chooseText(text, language, translation)))
}

type ChosenText = ReturnType<ReturnType<typeof createTextChooser>>

/** Chooses what is analyzed of a review: its text, or the translation of a text in an unsupported language. */
function createTextChooser({ taxonomies, vocabulary }: InsightsEngine, business: BusinessFile) {
  const ownNames = [business.name, business.legal_name ?? '']
  const own = createOwnName(ownNames)
  const findNames = createNameFinder(business.technicians, ownNames)
  const findEntities = createEntityFinder(business, resolveTaxonomy(taxonomies, business))

  /** Who and what a text names: the people first, by sentence. */
  function prepare(text: string, declared: string | null) {
    const sentences = splitSentences(text)
    const names = findNames(text, sentences)
    const entities = findEntities(sentences).map((found, number) => [
      ...names.filter(({ position }) => position.sentence === number).map(toPerson),
      ...found,
    ])
    const hidden = sentences.map(sentence => ({
      ...sentence,
      words: own.hide(text, sentence.words),
    }))
    return {
      sentences: hidden,
      entities,
      language: findLanguage(text, declared, vocabulary, names),
    }
  }

  return (text: string, declared: string | null, translation: Translation | null) => {
    const written = prepare(text, declared)
    const other =
      translation && !isNative(written.language) && prepare(translation.text, translation.language)
    const isTranslation = other ? isNative(other.language) : false
    const { sentences, entities, language } = other && isTranslation ? other : written
    return {
      sentences,
      entities,
      /** That of the review itself. */
      language: written.language,
      isTranslation,
      /** Whether what is analyzed is English: cues and opinion words are. */
      isEnglish: language === 'en',
      /** Whether it is in a language that the network has learned. */
      isReadable: isNative(language),
    }
  }
}

const toPerson = ({ name, position: { first, end } }: NameMention): FoundEntity => ({
  kind: 'technicians',
  key: name,
  first,
  end,
})

/** For texts that are not read: names are the same in any language, but problems are recognized by English words. */
const withoutOpinions = ({
  sentences,
  entities,
  language,
  isTranslation,
}: ChosenText): AnalyzedText => ({
  read: false,
  language,
  isTranslation,
  sentences: sentences.map((sentence, number) => {
    const named = entities[number]!.filter(({ kind }) => kind !== 'problems')
    return {
      sentence,
      aspects: [],
      entities: named.map(one => ({ ...one, sentiment: null })),
      prices: [],
    }
  }),
})

function toAnalysis({ sentences, ...facts }: AnalyzedText): Analysis {
  const analysis = { ...emptyAnalysis(), ...facts }
  for (const found of sentences) addFound(analysis, found)
  return analysis
}

function addFound(analysis: Analysis, { sentence, ...found }: SentenceFindings): void {
  const { words } = sentence
  const spanOf = ({ first, end }: WordRange): Span => [words[first]!.start, words[end - 1]!.end]
  const whole = spanOf({ first: 0, end: words.length })
  const mentions = found.aspects.map(
    ({ id, verdict, cue, clause, isStated, isSure, isApt }): AspectMention => ({
      id,
      sentiment: verdict.sentiment,
      score: Math.round(verdict.score * 100) / 100,
      stated: isStated,
      sure: isSure,
      apt: isApt,
      cue: cue && spanOf(cue),
      clause: spanOf(cue ? withCue(clause, cue) : clause),
      sentence: whole,
    }),
  )
  analysis.aspects.push(...mentions)
  for (const { kind, key, sentiment, ...at } of found.entities)
    analysis[kind].push({ key, sentiment, span: spanOf(at) })
  analysis.prices.push(...found.prices.map(price => ({ key: price.key, span: spanOf(price) })))
  const worth = quoteWorth(sentence, mentions)
  if (worth > (analysis.quote?.worth ?? 0)) analysis.quote = { span: whole, worth }
}

/** A cue can extend past the end of its clause. */
const withCue = (clause: WordRange, cue: WordRange): WordRange => ({
  first: Math.min(clause.first, cue.first),
  end: Math.max(clause.end, cue.end),
})
