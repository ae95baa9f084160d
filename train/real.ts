/** The labeled real reviews: their labels are in `real/labels.jsonl`, their texts wherever `real/fetch.py` wrote them. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Trade } from '../src/model/business.ts'
import type { Sentiment } from '../src/model/insights.ts'

const Labels = z.object({
  id: z.string(),
  business: z.string(),
  trade: z.string(),
  language: z.enum(['en', 'de', 'fr', 'es']),
  rating: z.int(),
  criticism: z.boolean(),
  praise: z.boolean(),
  mentions: z.array(z.tuple([z.string(), z.enum(['+', '-', '0']), z.int(), z.int()])),
  /** Two, where it is missing. What one reader alone labeled is for training only. */
  readers: z.literal(1).optional(),
})

export interface RealReview extends Omit<z.infer<typeof Labels>, 'trade' | 'mentions'> {
  text: string
  /** The kind of business, and the trade of ours that reads it. */
  kind: string
  trade: Trade
  mentions: { aspect: string; sentiment: Sentiment; from: number; to: number }[]
  /** Whole businesses are held out: `dev` to choose by, `test` to report. */
  part: 'train' | 'dev' | 'test'
}

const SIGNS = { '+': 'positive', '0': 'neutral', '-': 'negative' } as const

const TRADES: Record<string, Trade> = {
  auto_repair: 'auto_repair',
  bakery_dessert: 'bakery',
  bar_nightlife: 'bar',
  cafe_coffee: 'restaurant',
  dentist: 'dental',
  gym_fitness: 'gym',
  hair_beauty_spa: 'salon',
  home_services: 'home',
  hotel_hostel: 'hotel',
  law_office: 'law',
  movers: 'movers',
  parcel_shop: 'shop',
  plumbing_hvac_electrical: 'home',
  restaurant: 'restaurant',
  shop_retail: 'shop',
  telecom_shop: 'shop',
  vet: 'vet',
}

/** `texts` is what fetch.py wrote. A label whose text is missing is left out. */
export async function readRealReviews(texts: string): Promise<RealReview[]> {
  const byId = new Map(
    (await linesOf(texts)).map(line => {
      const { id, text } = z.object({ id: z.string(), text: z.string() }).parse(JSON.parse(line))
      return [id, text.normalize('NFC').split(/\s+/).join(' ').trim()]
    }),
  )
  return (await linesOf(new URL('real/labels.jsonl', import.meta.url))).flatMap(line => {
    const { trade: kind, mentions, ...labels } = Labels.parse(JSON.parse(line))
    const text = byId.get(labels.id)
    if (text === undefined) return []
    // Offsets count characters as Python does.
    const offsets = characterOffsets(text)
    const found = mentions.map(([aspect, sign, from, to]) => ({
      aspect,
      sentiment: SIGNS[sign],
      from: offsets[from]!,
      to: offsets[to]!,
    }))
    const trade = TRADES[kind] ?? 'general'
    const part = labels.readers === 1 ? 'train' : partOf(labels.business)
    return [{ ...labels, text, kind, trade, mentions: found, part }]
  })
}

/** What the readers called it, as the aspects of that trade: null where the trade distinguishes more finely. */
export function aspectIn(trade: Trade, aspect: string): string | null {
  const renamed = RENAMED[trade]?.[aspect]
  return renamed === undefined ? aspect : renamed
}

const RENAMED: Partial<Record<Trade, Record<string, string | null>>> = {
  restaurant: { waiting: 'wait', selection: 'menu' },
  hotel: { facility: null, waiting: 'check_in', selection: null },
  shop: { quality: 'goods', food: 'goods' },
  salon: { quality: null },
  gym: { technical_knowledge: null, quality: null },
  auto_repair: { facility: null, care: 'vehicle_care' },
}

/** Aspects of the trade that a mention under one of the names above may mean. */
export const FINER: Partial<Record<Trade, Record<string, string[]>>> = {
  hotel: { facility: ['facility', 'rooms', 'comfort'], selection: ['food', 'drinks', 'facility'] },
  salon: { quality: ['haircut', 'colour', 'styling', 'nails', 'skin_brows', 'massage', 'quality'] },
  gym: {
    technical_knowledge: ['trainers', 'technical_knowledge'],
    quality: ['classes', 'facility', 'trainers'],
  },
  auto_repair: { facility: ['waiting_area', 'equipment'] },
}

function partOf(business: string): RealReview['part'] {
  const tenth = Number.parseInt(business.slice(0, 4), 16) % 10
  return tenth < 2 ? 'test' : tenth === 2 ? 'dev' : 'train'
}

function characterOffsets(text: string): number[] {
  const offsets = [0]
  for (const character of text) offsets.push(offsets.at(-1)! + character.length)
  return offsets
}

const linesOf = async (path: string | URL) =>
  (await readFile(path, 'utf8')).split('\n').filter(line => line.trim() !== '')
