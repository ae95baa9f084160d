/** Finds the services, service areas and problems that a text mentions. */
import type { BusinessFile } from '../model/business.ts'
import { createAspectFinder } from './aspects/find-aspects.ts'
import { createJobFinder, type FoundSigns } from './jobs/find-jobs.ts'
import { isVerb, type NounSign, placeSign, type VerbSign } from './jobs/job-signs.ts'
import { createOwnName, isOwnPlace, type OwnName } from './names/own-name.ts'
import { createCueFinder, readCues, readNames } from './text/cues.ts'
import { termKey } from './text/noun-terms.ts'
import type { ResolvedTaxonomy } from './text/resolve-taxonomy.ts'
import { stemOf } from './text/word-stem.ts'
import { type Sentence, splitSentences, splitWords, type WordRange } from './text/words.ts'

export interface FoundEntity extends WordRange {
  kind: 'technicians' | 'services' | 'problems' | 'service_areas'
  /** The technician's name, or the id of the service, problem or area. */
  key: string
  /** The words say what was wrong, so their tone says nothing about the service. */
  isSymptom?: true
}

/** Returns the entities of each sentence. */
export type FindEntities = (sentences: Sentence[]) => FoundEntity[][]

type Sign = NounSign | VerbSign | { kind: 'problem'; id: string } | { kind: 'area'; id: string }

export function createEntityFinder(
  business: BusinessFile,
  taxonomy: ResolvedTaxonomy,
): FindEntities {
  const { trade, problems } = taxonomy
  const jobs = createJobFinder(business.services, trade)
  const own = createOwnName([business.name, business.legal_name ?? ''])
  // One pass for all of them, because looking up words is what takes the time.
  const areas = business.service_areas.flatMap(area =>
    readNames<Sign>(area, { kind: 'area', id: area.id }),
  )
  const faults = problems.flatMap(({ id, cues }) =>
    cues.flatMap(cue => readCues<Sign>([cue], { kind: 'problem', id })),
  )
  const find = createCueFinder<Sign>([...areas, ...faults, ...jobs.cues], groupOf)

  return sentences => {
    const found: FoundEntity[][] = sentences.map(() => [])
    const signs: FoundSigns = { nouns: [], verbs: [], problems: [] }
    for (const [number, sentence] of sentences.entries())
      for (const match of find(sentence.words)) {
        const { value, first, end } = match
        if (value.kind === 'area') {
          if (isArea({ words: sentence.words, first, end }, own))
            found[number]!.push({ kind: 'service_areas', key: value.id, first, end })
        } else if (value.kind === 'problem')
          signs.problems.push({ id: value.id, at: placeSign(value, match, sentence, number) })
        else if (isVerb(value)) signs.verbs.push(placeSign(value, match, sentence, number))
        else if (!own.isPart({ words: sentence.words, first, end }))
          signs.nouns.push(placeSign(value, match, sentence, number))
      }
    for (const { id, at, isSymptom } of jobs.find(sentences, signs)) {
      const entity: FoundEntity = { kind: 'services', key: id, first: at.first, end: at.end }
      found[at.sentence]!.push(isSymptom ? { ...entity, isSymptom } : entity)
    }
    for (const { id, at } of signs.problems)
      found[at.sentence]!.push({ kind: 'problems', key: id, first: at.first, end: at.end })
    return found
  }
}

/** "Larkfield Heating" and "I always call Larkfield" are the business, "in Larkfield" is the town. */
const isArea = (spot: Parameters<OwnName['isPart']>[0], own: OwnName) =>
  !own.isPart(spot) && (!own.isShort(spot) || isOwnPlace(spot))

const groupOf = (sign: Sign) =>
  sign.kind === 'area' || sign.kind === 'problem' ? sign.kind : isVerb(sign)

/**
 * A thing that is only a cue of a broader aspect ("pastries" of the food) is no such word: customers who judge it by itself make it an
 * aspect of its own. The owner's cues are the exception, because they say what the owner wants to count under which name.
 */
export function createTermCoverage(business: BusinessFile, taxonomy: ResolvedTaxonomy) {
  const owners = new Set(business.taxonomy.aspects.map(({ id }) => id))
  const findOwners = createAspectFinder(taxonomy.aspects.filter(({ id }) => owners.has(id)))
  const findEntities = createEntityFinder(business, taxonomy)
  const labels = [...taxonomy.aspects, ...taxonomy.problems, ...business.services].flatMap(
    ({ id, label }) => splitWords(`${label} ${id.replaceAll('_', ' ')}`),
  )
  const stems = new Set(labels.map(({ norm }) => stemOf(norm)))
  return (term: string): boolean => {
    const sentences = splitSentences(term)
    const own = termKey(term).split(' ')
    if (own.every(stem => stems.has(stem))) return true
    if (findEntities(sentences).some(found => found.length > 0)) return true
    return sentences.some(sentence => findOwners(sentence).length > 0)
  }
}
