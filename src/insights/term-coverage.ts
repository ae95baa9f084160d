/** Whether the taxonomy or the business file already has a word for what a term means. */
import type { BusinessFile } from '../model/business.ts'
import { createAspectFinder } from './aspects/find-aspects.ts'
import { createEntityFinder } from './find-entities.ts'
import { termKey } from './text/noun-terms.ts'
import type { ResolvedTaxonomy } from './text/resolve-taxonomy.ts'
import { stemOf } from './text/word-stem.ts'
import { splitSentences, splitWords } from './text/words.ts'

/**
 * A thing that is only a cue of a broader aspect ("pastries" of the food) is no such word: customers who judge it by itself make it an
 * aspect of its own. The owner's cues are the exception, because they say what the owner wants to count under which name.
 */
export function createTermCoverage(business: BusinessFile, taxonomy: ResolvedTaxonomy) {
  const owners = new Set(business.taxonomy.aspects.map(({ id }) => id))
  const findOwners = createAspectFinder({
    ...taxonomy,
    aspects: taxonomy.aspects.filter(({ id }) => owners.has(id)),
  })
  const findEntities = createEntityFinder(business, taxonomy)
  const labels = [...taxonomy.aspects, ...taxonomy.problems, ...business.services].flatMap(({ id, label }) =>
    splitWords(`${label} ${id.replaceAll('_', ' ')}`),
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
