/** What a catalog contains: every text that the program writes for people, in one language. */
import type { enUs } from './en-us.ts'

/** By the categories of `Intl.PluralRules`; those that a language lacks are left out. */
export interface Plural {
  zero?: string
  one?: string
  two?: string
  few?: string
  many?: string
  other: string
}

/** A text may contain values: `Reply from {business}`. */
export type Message = string | Plural

/** A missing or an unknown key fails the type check, and so does a text in place of a plural. */
export type Catalog = Translated<typeof enUs>

type Translated<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { [K in keyof T]: Translated<T[K]> }
