/** What to look for in the reviews of a business, with labels and questions in the language of its site. */
import de from '../../../taxonomy/labels/de.json' with { type: 'json' }
import enGb from '../../../taxonomy/labels/en-GB.json' with { type: 'json' }
import es from '../../../taxonomy/labels/es.json' with { type: 'json' }
import fr from '../../../taxonomy/labels/fr.json' with { type: 'json' }
import type { BusinessFile } from '../../model/business.ts'
import type { LocaleTag } from '../../model/scalars.ts'
import type { Taxonomy, Trade } from '../../model/taxonomy.ts'
import { resolveTaxonomy } from './resolve-taxonomy.ts'

/** What one language calls the aspects and problems of each trade; what it leaves out stays as in the taxonomy. */
export type TaxonomyLabels = {
  [T in Trade]?: {
    aspects?: Record<string, { label: string; question: string }>
    problems?: Record<string, string>
  }
}

/** The labels in the taxonomies themselves are American English. */
export const LABELS: { [T in LocaleTag]?: TaxonomyLabels } = { de, 'en-GB': enGb, es, fr }

export type LocalTaxonomy = ReturnType<typeof resolveLocalTaxonomy>

/** For what people read. Reviews are read with `resolveTaxonomy`, so that a reading does not depend on the site's language. */
export function resolveLocalTaxonomy(all: Taxonomy[], business: BusinessFile) {
  const english = resolveTaxonomy(all, business)
  const labels = LABELS[business.locale]
  const translated = labels && all.map(one => translate(one, labels))
  const local = translated ? resolveTaxonomy(translated, business) : english
  return {
    trade: local.trade,
    aspects: addAliases(local.aspects, english.aspects),
    problems: addAliases(local.problems, english.problems),
  }
}

function translate(taxonomy: Taxonomy, labels: TaxonomyLabels): Taxonomy {
  const { aspects = {}, problems = {} } = labels[taxonomy.id] ?? {}
  return {
    ...taxonomy,
    aspects: taxonomy.aspects.map(aspect => ({ ...aspect, ...aspects[aspect.id] })),
    problems: taxonomy.problems.map(one => ({ ...one, label: problems[one.id] ?? one.label })),
  }
}

/** The English label, if the site uses another: clients may search by either. */
function addAliases<T extends { label: string }>(local: T[], english: T[]) {
  return local.map((one, index) => {
    const { label } = english[index]!
    return { ...one, aliases: label === one.label ? [] : [label] }
  })
}
