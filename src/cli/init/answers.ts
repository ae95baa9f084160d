/** What the owner's answers mean in the business file. */
import { BusinessFile } from '../../model/business.ts'
import { cleanLine } from '../../model/scalars.ts'
import { Trade } from '../../model/taxonomy.ts'
import { readAddress } from './read-address.ts'

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
const TRADES: Record<Trade, TradeNames> = {
  plumbing: { words: ['plumbing', 'plumber'], category: 'Plumber' },
  heating_cooling: {
    words: ['heating and cooling', 'heating', 'cooling', 'hvac', 'air conditioning'],
    category: 'HVACBusiness',
  },
  electrical: { words: ['electrical', 'electrician'], category: 'Electrician' },
  home: {
    words: ['home services', 'home', 'cleaning'],
    category: 'HomeAndConstructionBusiness',
    kinds: {
      roofing: 'RoofingContractor',
      roofer: 'RoofingContractor',
      painter: 'HousePainter',
      painting: 'HousePainter',
      contractor: 'GeneralContractor',
      locksmith: 'Locksmith',
    },
  },
  law: { words: ['law', 'lawyer', 'attorney', 'law firm', 'law office', 'legal'], category: 'Attorney' },
  restaurant: {
    words: ['restaurant'],
    category: 'Restaurant',
    kinds: { cafe: 'CafeOrCoffeeShop' },
  },
  salon: {
    words: ['salon', 'hair salon', 'hairdresser', 'barber'],
    category: 'HairSalon',
    kinds: { spa: 'DaySpa', 'beauty salon': 'BeautySalon' },
  },
  movers: { words: ['movers', 'moving', 'mover', 'moving company'], category: 'MovingCompany' },
  dental: { words: ['dental', 'dentist'], category: 'Dentist' },
  auto_repair: { words: ['auto repair', 'car repair', 'garage', 'mechanic'], category: 'AutoRepair' },
  senior_living: { words: ['senior living', 'nursing home', 'care home'], category: null },
  vet: {
    words: ['vet', 'veterinarian', 'veterinary', 'veterinary clinic', 'animal hospital'],
    category: 'VeterinaryCare',
  },
  bakery: { words: ['bakery', 'baker'], category: 'Bakery' },
  bar: { words: ['bar', 'pub'], category: 'BarOrPub', kinds: { nightclub: 'NightClub' } },
  gym: {
    words: ['gym', 'fitness', 'fitness center', 'fitness studio'],
    category: 'ExerciseGym',
    kinds: { 'health club': 'HealthClub' },
  },
  hotel: {
    words: ['hotel'],
    category: 'Hotel',
    kinds: {
      motel: 'Motel',
      hostel: 'Hostel',
      'bed and breakfast': 'BedAndBreakfast',
      'b&b': 'BedAndBreakfast',
    },
  },
  shop: {
    words: ['shop', 'store', 'retail'],
    category: 'Store',
    kinds: { florist: 'Florist', bookstore: 'BookStore', bookshop: 'BookStore', grocery: 'GroceryStore' },
  },
  general: { words: ['general', 'other'], category: null },
}

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
export function describeBusiness(
  { name, trade, address, color }: Answers,
  direct: 'transaction' | 'invited' | null = null,
): string {
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
