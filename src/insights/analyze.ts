/** The insights engine: analyzes one text. */
import type { BusinessFile } from '../model/business.ts'
import type { Taxonomy } from '../model/taxonomy.ts'
import { createAspectReader, type JudgedAspect, type SentenceInContext } from './aspects/aspect-mentions.ts'
import { verdictOf } from './aspects/polarity.ts'
import { createContextReader } from './aspects/read-in-context.ts'
import { quoteWorth } from './counts/standalone-sentence.ts'
import { createEntityFinder, type FoundEntity } from './find-entities.ts'
import { type FoundPrice, findPrices } from './find-prices.ts'
import { createNameFinder, type NameMention } from './names/find-names.ts'
import type { Background } from './network/background.ts'
import type { Network } from './network/network.ts'
import type { Reading, Target } from './network/network-reading.ts'
import type { Analysis, AspectMention, EntityMention, Span } from './text/analysis.ts'
import { isKnownLanguage } from './text/known-language.ts'
import { resolveTaxonomy } from './text/resolve-taxonomy.ts'
import { type Sentence, splitSentences } from './text/sentences.ts'
import type { Vocabulary } from './text/vocabulary.ts'

/** Identifies how texts are read. Increment it when the same text would be read differently. */
export const ENGINE = 'firsthand-absa/3'

export interface InsightsEngine {
  /** Identifies the weights: other weights read differently. */
  digest: string
  network: Network
  vocabulary: Vocabulary
  /** General English, the baseline for finding topics. */
  background: Background
  taxonomies: Taxonomy[]
}

/** `stars` are those of the review; null if unknown. */
export type Analyze = (text: string, language: string | null, stars?: number | null) => Analysis

/** A text with everything found in each sentence. */
export interface AnalyzedText {
  read: boolean
  sentences: { sentence: Sentence; found: SentenceFindings }[]
}

export type ReadText = (text: string, language: string | null, stars: number | null) => AnalyzedText

export function createTextReader(engine: InsightsEngine, business: BusinessFile): ReadText {
  const { network, vocabulary, taxonomies } = engine
  const aspects = createAspectReader(network, resolveTaxonomy(taxonomies, business))
  const findMentions = createMentionFinder(engine, business)

  function readSentence(
    context: SentenceInContext,
    people: Named[],
    entities: FoundEntity[],
    prices: FoundPrice[],
  ): SentenceFindings {
    const { sentence } = context
    const judged = entities.filter(({ isSymptom }) => !isSymptom)
    const opinions = context.opinions([...people, ...judged]).map(opinionOf)
    return {
      aspects: aspects.judge(aspects.findCues(sentence), context),
      people: people.map((one, index) => ({ ...one, sentiment: opinions[index]! })),
      entities: entities.map(one => ({
        ...one,
        sentiment: one.isSymptom ? null : opinions[people.length + judged.indexOf(one)]!,
      })),
      prices,
    }
  }

  const readInContext = createContextReader(network, vocabulary)

  return (text, language, stars) => {
    const mentions = findMentions(text)
    const { sentences, names, peopleIn, entities } = mentions
    if (!isKnownLanguage(text, language, vocabulary, names)) return withoutOpinions(mentions)
    const prices = findPrices(sentences, entities)
    return {
      read: true,
      sentences: readInContext(sentences, stars, (context, number) => ({
        sentence: context.sentence,
        found: readSentence(context, peopleIn(number), entities[number]!, prices[number]!),
      })),
    }
  }
}

/** Returns what is stored about a text: offsets and verdicts. */
export function createAnalyzer(engine: InsightsEngine, business: BusinessFile): Analyze {
  const readText = createTextReader(engine, business)
  return (text, language, stars = null) => toAnalysis(readText(text, language, stars))
}

/**
 * Finds only what the network is not needed for: the people, services and areas that a text names. They are the same as
 * those of the whole analysis, in a fraction of the time.
 */
export function createMentionAnalyzer(
  engine: InsightsEngine,
  business: BusinessFile,
): (text: string) => Analysis {
  const findMentions = createMentionFinder(engine, business)
  return text => toAnalysis(withoutOpinions(findMentions(text)))
}

/** Who and what a text names, by sentence. */
interface Mentions {
  sentences: Sentence[]
  names: NameMention[]
  peopleIn(sentence: number): Named[]
  entities: FoundEntity[][]
}

function createMentionFinder(
  { taxonomies }: InsightsEngine,
  business: BusinessFile,
): (text: string) => Mentions {
  const findNames = createNameFinder(business.technicians, [business.name, business.legal_name ?? ''])
  const findEntities = createEntityFinder(business, resolveTaxonomy(taxonomies, business))
  return text => {
    const sentences = splitSentences(text)
    const names = findNames(text, sentences)
    const peopleIn = (number: number) =>
      names
        .filter(({ position }) => position.sentence === number)
        .map(({ name, position }) => ({ key: name, ...position }))
    return { sentences, names, peopleIn, entities: findEntities(sentences) }
  }
}

const withoutOpinions = ({ sentences, peopleIn, entities }: Mentions): AnalyzedText => ({
  read: false,
  sentences: sentences.map((sentence, number) => ({
    sentence,
    found: nameOnly(peopleIn(number), entities[number]!),
  })),
})

function toAnalysis({ read, sentences }: AnalyzedText): Analysis {
  const analysis = emptyAnalysis(read)
  for (const { sentence, found } of sentences) addFound(analysis, sentence, found)
  return analysis
}

interface Named extends Target {
  key: string
}
export interface SentenceFindings {
  aspects: JudgedAspect[]
  people: (Named & Pick<EntityMention, 'sentiment'>)[]
  entities: (FoundEntity & Pick<EntityMention, 'sentiment'>)[]
  prices: FoundPrice[]
}

const emptyAnalysis = (read: boolean): Analysis => ({
  read,
  aspects: [],
  technicians: [],
  services: [],
  problems: [],
  service_areas: [],
  prices: [],
  quote: null,
})

/** For texts that are not read: names are the same in any language, but problems are recognized by English words. */
function nameOnly(people: Named[], entities: FoundEntity[]): SentenceFindings {
  return {
    aspects: [],
    people: people.map(one => ({ ...one, sentiment: null })),
    entities: entities.filter(({ kind }) => kind !== 'problems').map(one => ({ ...one, sentiment: null })),
    prices: [],
  }
}

/** A mention counts as an opinion only if the network is this confident. */
const CONFIDENT = 0.6

function opinionOf(reading: Reading): EntityMention['sentiment'] {
  const { sentiment, score } = verdictOf(reading)
  return sentiment !== 'neutral' && Math.abs(score) >= CONFIDENT ? sentiment : null
}

function addFound(analysis: Analysis, sentence: Sentence, found: SentenceFindings): void {
  const spanOf = ({ first, end }: Target): Span => [
    sentence.words[first]!.start,
    sentence.words[end - 1]!.end,
  ]
  const whole = spanOf({ first: 0, end: sentence.words.length })
  const mentions = found.aspects.map(
    ({ id, verdict, cue, clause, isStated }): AspectMention => ({
      id,
      sentiment: verdict.sentiment,
      score: Math.round(verdict.score * 100) / 100,
      stated: isStated,
      cue: cue && spanOf(cue),
      clause: spanOf(cue ? withCue(clause, cue) : clause),
      sentence: whole,
    }),
  )
  analysis.aspects.push(...mentions)
  const toEntity = (one: Named & Pick<EntityMention, 'sentiment'>) => ({
    key: one.key,
    sentiment: one.sentiment,
    span: spanOf(one),
  })
  analysis.technicians.push(...found.people.map(toEntity))
  for (const entity of found.entities) analysis[entity.kind].push(toEntity(entity))
  analysis.prices.push(...found.prices.map(price => ({ key: price.key, span: spanOf(price) })))
  const worth = quoteWorth(sentence, mentions)
  if (worth > (analysis.quote?.worth ?? 0)) analysis.quote = { span: whole, worth }
}

/** A cue can extend past the end of its clause. */
const withCue = (clause: Target, cue: Target): Target => ({
  first: Math.min(clause.first, cue.first),
  end: Math.max(clause.end, cue.end),
})
