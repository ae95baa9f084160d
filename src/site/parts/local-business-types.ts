/** The schema.org types of business: LocalBusiness and its subtypes. */
import TYPES from './local-business-types.json' with { type: 'json' }

/** `Hair salon` and `HairSalon` are one type. */
export const foldType = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

const BY_SPELLING = new Map(TYPES.map(type => [foldType(type), type]))

/** The type a category names, `hair salon` included; undefined for any other wording. */
export const knownBusinessType = (category: string | null) => BY_SPELLING.get(foldType(category ?? ''))

export const localBusinessType = (category: string | null): string =>
  knownBusinessType(category) ?? 'LocalBusiness'
