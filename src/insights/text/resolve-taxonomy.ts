/** What to look for in the reviews of a business: its trade's taxonomy with everything inherited, and the owner's additions. */
import de from '../../../taxonomy/labels/de.json' with { type: 'json' }
import enGb from '../../../taxonomy/labels/en-GB.json' with { type: 'json' }
import es from '../../../taxonomy/labels/es.json' with { type: 'json' }
import fr from '../../../taxonomy/labels/fr.json' with { type: 'json' }
import categories from '../../../taxonomy/words/categories.json' with { type: 'json' }
import {
  type Aspect,
  type BusinessFile,
  type Problem,
  type Taxonomy,
  Trade,
} from '../../model/business.ts'
import { oncePer, oncePerValue } from '../../model/once-per.ts'
import type { LocaleTag } from '../../model/scalars.ts'

export interface ResolvedTaxonomy {
  /** The trade whose taxonomy it is, without the owner's additions. */
  trade: Trade
  aspects: (Aspect & { label: string })[]
  problems: Problem[]
}

export function resolveTaxonomy(all: Taxonomy[], business: BusinessFile): ResolvedTaxonomy {
  const { trade, aspects, problems } = business.taxonomy
  const base = inheritIn(all)(trade ?? tradeOf(business.category))
  return {
    trade: base.trade,
    aspects: mergeAspects(base.aspects, aspects),
    problems: mergeById(base.problems, problems),
  }
}

/** By the taxonomies they come from: the same every time, so that whatever is made from their aspects can be kept. */
const inheritIn = oncePer((all: Taxonomy[]) =>
  oncePerValue((id: Trade): ResolvedTaxonomy => {
    const taxonomy = all.find(one => one.id === id)
    if (!taxonomy) throw new Error(`There is no taxonomy ${id}.`)
    const base = taxonomy.extends ? inheritIn(all)(taxonomy.extends) : { aspects: [], problems: [] }
    const kept = base.aspects.filter(aspect => !taxonomy.omit.includes(aspect.id))
    return {
      trade: id,
      aspects: mergeAspects(kept, taxonomy.aspects),
      problems: mergeById(base.problems, taxonomy.problems),
    }
  }),
)

/** Cues are added to those of the same aspect; a label or question replaces the old one. */
function mergeAspects(
  base: ResolvedTaxonomy['aspects'],
  added: Aspect[],
): ResolvedTaxonomy['aspects'] {
  if (added.length === 0) return base
  const merged = new Map(base.map(aspect => [aspect.id, aspect]))
  for (const aspect of added) {
    const old = merged.get(aspect.id)
    const question = aspect.question ?? old?.question
    merged.set(aspect.id, {
      id: aspect.id,
      label: aspect.label ?? old?.label ?? sentenceCase(aspect.id),
      ...(question ? { question } : {}),
      good: [...(old?.good ?? []), ...aspect.good],
      bad: [...(old?.bad ?? []), ...aspect.bad],
      about: [...(old?.about ?? []), ...aspect.about],
    })
  }
  return [...merged.values()]
}

function mergeById(base: Problem[], added: Problem[]): Problem[] {
  return [...new Map([...base, ...added].map(problem => [problem.id, problem])).values()]
}

const sentenceCase = (id: string) => id[0]!.toUpperCase() + id.slice(1).replaceAll('_', ' ')

/** schema.org types of business, in lower case. */
const TRADES: ReadonlyMap<string, Trade> = new Map(
  Object.entries(categories).map(([category, trade]) => [category, Trade.parse(trade)]),
)

const tradeOf = (category: string | null): Trade =>
  TRADES.get(category?.toLowerCase().replace(/[^a-z]/g, '') ?? '') ?? 'general'

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
