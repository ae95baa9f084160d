/** Every text that the program writes for people: one catalog per language, checked by type against the American one. */
import type { LocaleTag } from '../model/scalars.ts'
import de from './catalogs/de.json' with { type: 'json' }
import enGb from './catalogs/en-gb.json' with { type: 'json' }
import enUs from './catalogs/en-us.json' with { type: 'json' }
import es from './catalogs/es.json' with { type: 'json' }
import fr from './catalogs/fr.json' with { type: 'json' }

/** By the categories of `Intl.PluralRules`; those that a language lacks are left out. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A text may contain values: `Reply from {business}`. */
export type Message = string | Plural

/** The others translate the American catalog: a missing key fails the type check, and so does a text in place of a plural. */
export type Catalog = Translated<typeof enUs>

type Translated<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { [K in keyof T]: Translated<T[K]> }

export const CATALOGS: Record<LocaleTag, Catalog> = {
  'en-US': enUs,
  'en-GB': withDifferences<Catalog>(enUs, enGb),
  de,
  es,
  fr,
}

/** British English is written as its differences from American English. */
type Differences<T> = { [K in keyof T]?: Differences<T[K]> }

function withDifferences<T extends object>(tree: T, differences: Differences<T>): T {
  const changed = Object.entries(differences).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : withDifferences(tree[key as keyof T] as object, value as object),
  ])
  return { ...tree, ...Object.fromEntries(changed) }
}

/** The places of texts that the American catalog does not have. If there is one, the type check fails and names it. */
export type UnknownTexts = None<
  | Extra<typeof de, Catalog>
  | Extra<typeof enGb, Catalog>
  | Extra<typeof es, Catalog>
  | Extra<typeof fr, Catalog>
>

type None<Places extends never> = Places

type Extra<Given, Known> = {
  [K in keyof Given & string]: K extends keyof Known
    ? Given[K] extends string
      ? never
      : `${K}.${Extra<Given[K], Known[K]>}`
    : K
}[keyof Given & string]
