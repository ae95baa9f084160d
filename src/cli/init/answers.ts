/** What the owner's answers mean in the business file. */
import { BusinessFile, Trade } from '../../model/business.ts'
import { cleanLine, type LocaleTag } from '../../model/scalars.ts'
import trades from './trades.json' with { type: 'json' }

export type Answers = { name: string; trade: string; address: string; color: string }

interface TradeNames {
  words: string[]
  category: string | null
  /** Words for something narrower, with a type of their own. */
  kinds?: Record<string, string>
}

/** What each trade is called, and its type in schema.org. */
const TRADES: Record<Trade, TradeNames> = trades

type Identified = Pick<BusinessFile, 'category'> & { taxonomy?: { trade: Trade } }

/** A trade that we know, else the owner's own words for it. */
export function readTrade(answer: string): Partial<Identified> {
  const wanted = cleanLine(answer).toLowerCase().replaceAll('_', ' ')
  if (wanted === '') return {}
  for (const trade of Trade.options) {
    const { words, category: whole, kinds = {} } = TRADES[trade]
    const kind = Object.hasOwn(kinds, wanted) ? kinds[wanted] : undefined
    if (!kind && trade.replaceAll('_', ' ') !== wanted && !words.includes(wanted)) continue
    const category = kind ?? whole
    return { ...(category && { category }), taxonomy: { trade } }
  }
  return { category: cleanLine(answer) }
}

/** null if it is not a color: #0b6e69, 0b6e69 or #06a. */
export function readColor(answer: string): string | null {
  const digits = answer.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  return /^[0-9a-f]{3}$/.test(digits)
    ? `#${[...digits].map(digit => digit + digit).join('')}`
    : null
}

export const SCHEMA_FILE = 'business.schema.json'

/** The business file, with what was answered and nothing else. */
export function describeBusiness({ name, trade, address, color }: Answers, locale?: LocaleTag) {
  const { category, taxonomy } = readTrade(trade)
  const place = readAddress(address)
  const file = {
    $schema: `./${SCHEMA_FILE}`,
    name: cleanLine(name),
    ...(locale && { locale }),
    ...(category && { category }),
    ...(place && { address: place }),
    ...(taxonomy && { taxonomy }),
    site: { accent_color: readColor(color) },
  }
  BusinessFile.parse(file)
  return `${JSON.stringify(file, null, 2)}\n`
}

/** It is published, so a part of an address whose meaning is not certain stays in the street, as written. */
type Address = Partial<NonNullable<BusinessFile['address']>>

/** Postal codes with letters: Britain, Ireland, Canada, the Netherlands. */
const WITH_LETTERS =
  '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|(?:[A-Z]\\d\\d|D6W) ?[A-Z\\d]{4}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d|\\d{4} ?[A-Z]{2}'
const CODE = `${WITH_LETTERS}|\\d{5}-\\d{4}|\\d{4,5}`
const CODE_ALONE = new RegExp(`^(?:${CODE})$`, 'i')
const CODE_LAST = new RegExp(`^(\\D+?)\\s+(${CODE})$`, 'i')
/** 80331 München, D-80331 München, 1012 AB Amsterdam */
const CODE_FIRST = /^(?:[A-Z]{1,3}-)?(\d{4,5}(?: ?[A-Z]{2}(?= ))?)\s+(\D+)$/
const NOT_AMERICAN = new RegExp(`${CODE_FIRST.source}|(?:^| )(?:${WITH_LETTERS})$`)

/** The number next to such a word is no postal code. */
const OF_A_STREET =
  /\b(?:suite|unit|apt|apartment|floor|level|room|building|box|flat|lot|shop|route|highway|hwy|street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|terrace|parkway|square|close|crescent|rue|calle|avenida|plaza|via|weg|allee|platz|postfach)\b|str(?:aße|asse)?\b/i

/** Of the USA, Canada and Australia. */
const REGION =
  'A[BCKLRZ]|BC|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ABDEINOST]|N[BCDEHJLMSTUVY]|O[HKNR]|P[AER]|QC|RI|S[ACDK]|T[NX]|UT|V[AT]|W[AIVY]|YT|ACT|NSW|QLD|TAS|VIC|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|(?:West )?Virginia|Washington|Wisconsin|Wyoming'
const REGION_ALONE = new RegExp(`^(?:${REGION})$`)
const TOWN_AND_REGION = new RegExp(`^(.+?) (${REGION})$`)
/** A state and a country. */
const GEORGIA = /^georgia$/i

/** Street, town, region, postal code and country, as far as the parts between the commas tell. */
export function readAddress(answer: string): Address | null {
  const rest = answer
    .split(/[,\n]/)
    .map(cleanLine)
    .filter(part => part !== '')
  if (rest.length === 0) return null
  // After a street alone comes a town: Lebanon is one, too.
  const isBeyondTown = () => rest.length > 2 || (rest.length === 2 && !/\d/.test(rest[0]!))
  const ending: Address = {}
  if (isBeyondTown() && isCountry(rest.at(-1)!, rest.at(-2)!)) ending.country = rest.pop()!
  if (rest.length > 1) Object.assign(ending, readCode(rest))
  if (isBeyondTown() && !ending.locality && !ending.region && isRegion(rest.at(-1)!))
    ending.region = rest.pop()!
  return { ...readStreet(rest, ending), ...ending }
}

const isRegion = (part: string) => REGION_ALONE.test(part) && !GEORGIA.test(part)

/** Takes the last part away if it has a postal code, with what else is in it. */
function readCode(rest: string[]): Address {
  const last = rest.at(-1)!
  if (CODE_ALONE.test(last)) return { postal_code: rest.pop()!.toUpperCase() }
  if (OF_A_STREET.test(last)) return {}
  const [, code, town] = CODE_FIRST.exec(last) ?? []
  const [, words, codeAfter] = CODE_LAST.exec(last) ?? []
  if (code && town) rest.pop()
  if (code && town) return { postal_code: code, locality: town }
  if (!words || !codeAfter) return {}
  rest.pop()
  const postal_code = codeAfter.toUpperCase()
  const [, place, region] = TOWN_AND_REGION.exec(words) ?? []
  if (REGION_ALONE.test(words) && (rest.length > 1 || words.length < 4))
    return { region: words, postal_code }
  return place && region
    ? { locality: place, region, postal_code }
    : { locality: words, postal_code }
}

/** What is left is a street, a town, or both, if it is certain which is which. */
function readStreet(rest: string[], { locality, region }: Address): Address {
  if (rest.length === 0) return {}
  const [before, last] = [rest.slice(0, -1), rest.at(-1)!]
  const isTown =
    !locality && !/\d/.test(last) && (rest.length === 1 || region || /\d/.test(before.at(-1)!))
  if (!isTown) return { street: rest.join(', ') }
  return before.length === 0 ? { locality: last } : { street: before.join(', '), locality: last }
}

const LANGUAGES = ['en', 'de', 'es', 'fr']
/** Names that the system does not list, and codes that no state has. */
const OTHER_NAMES =
  /^(?:USA?|UK|GB|NZ|AU|IE|England|Scotland|Wales|Northern Ireland|Great Britain|Republic of Ireland)$/i

function isCountry(part: string, before: string): boolean {
  if (OTHER_NAMES.test(part)) return true
  // DE is Germany after 80331 München, and Delaware elsewhere.
  if (/^[A-Z]{2}$/.test(part)) return NOT_AMERICAN.test(before)
  if (GEORGIA.test(part)) return false
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap(one => letters.map(other => one + other))
  return LANGUAGES.some(language => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return codes.some(code => names.of(code)?.toLowerCase() === part.toLowerCase())
  })
}
