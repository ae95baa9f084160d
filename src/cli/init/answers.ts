/** What the owner's answers mean in the business file. */
import { BusinessFile } from '../../model/business.ts'
import { cleanLine } from '../../model/scalars.ts'
import { Trade } from '../../model/taxonomy.ts'
import type { DirectLevel } from './guessed-tables.ts'
import { readAddress } from './read-address.ts'
import trades from './trades.json' with { type: 'json' }

export interface Answers {
  name: string
  trade: string
  address: string
  color: string
}

interface TradeNames {
  words: string[]
  category: string | null
  /** Words for something narrower, with a type of their own. */
  kinds?: Record<string, string>
}

/** What each trade is called, and its type in schema.org. */
const TRADES: Record<Trade, TradeNames> = trades

/** As the question offers them. */
export const TRADE_NAMES = Object.values(TRADES).map(({ words }) => words[0]!)

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
  return /^[0-9a-f]{3}$/.test(digits) ? `#${[...digits].map(digit => digit + digit).join('')}` : null
}

export const SCHEMA_FILE = 'business.schema.json'

/** The business file, with what was answered and nothing else. */
export function describeBusiness({ name, trade, address, color }: Answers, direct: DirectLevel = null) {
  const { category, taxonomy } = readTrade(trade)
  const place = readAddress(address)
  const file = {
    $schema: `./${SCHEMA_FILE}`,
    name: cleanLine(name),
    ...(category && { category }),
    ...(place && { address: place }),
    ...(taxonomy && { taxonomy }),
    ...(direct && { verification: { direct: { level: direct } } }),
    site: { accent_color: readColor(color) },
  }
  BusinessFile.parse(file)
  return `${JSON.stringify(file, null, 2)}\n`
}
