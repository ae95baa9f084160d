/** What to look for in the reviews of a business, with labels and questions in the language of its site. */
import de from '../../../taxonomy/labels/de.json' with { type: 'json' }
import enGb from '../../../taxonomy/labels/en-GB.json' with { type: 'json' }
import es from '../../../taxonomy/labels/es.json' with { type: 'json' }
import fr from '../../../taxonomy/labels/fr.json' with { type: 'json' }
import type { BusinessFile } from '../../model/business.ts'
import type { LocaleTag } from '../../model/locale-tag.ts'
import type { Taxonomy, Trade } from '../../model/taxonomy.ts'
import { type ResolvedTaxonomy, resolveTaxonomy } from './resolve-taxonomy.ts'

/** What one language calls the aspects and problems of each trade; what it leaves out stays as in the taxonomy. */
export type TaxonomyLabels = {
  [T in Trade]?: {
    aspects?: Record<string, { label: string; question: string }>
    problems?: Record<string, string>
  }
}

/** The labels in the taxonomies themselves are American English. */
export const LABELS: { [T in LocaleTag]?: TaxonomyLabels } = { de, 'en-GB': enGb, es, fr }

export interface LocalTaxonomy extends ResolvedTaxonomy {
  aspects: (ResolvedTaxonomy['aspects'][number] & Alias)[]
  problems: (ResolvedTaxonomy['problems'][number] & Alias)[]
}

interface Alias {
  /** The English label, if the site uses another: clients may search by either. */
  aliases: string[]
}

/** For what people read. Reviews are read with `resolveTaxonomy`, so that a reading does not depend on the site's language. */
export function resolveLocalTaxonomy(all: Taxonomy[], business: BusinessFile): LocalTaxonomy {
  const english = resolveTaxonomy(all, business)
  const labels = LABELS[business.locale]
  const local = labels
    ? resolveTaxonomy(
        all.map(one => translate(one, labels)),
        business,
      )
    : english
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

function addAliases<T extends { label: string }>(local: T[], english: T[]): (T & Alias)[] {
  return local.map((one, index) => {
    const { label } = english[index]!
    return { ...one, aliases: label === one.label ? [] : [label] }
  })
}
