/** Made-up files of every format, and which format each is. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { recordsOf as findRecords } from '../../../../src/ingest/files/json-records.ts'
import type { Fields, Sample } from '../../../../src/ingest/formats/format.ts'

export const FIXTURES: Record<string, string> = {
  'google-api.json': 'google',
  'google-takeout.json': 'google',
  'places-api.json': 'places-api',
  'places-api-legacy.json': 'places-api',
  'outscraper.json': 'outscraper',
  'outscraper-table.csv': 'outscraper',
  'outscraper-old.csv': 'outscraper',
  'apify.json': 'apify',
  'apify-table.csv': 'apify',
  'serpapi.json': 'serpapi',
  'google-scraper.csv': 'google-scraper-csv',
  'trustpilot.csv': 'trustpilot-csv',
  'trustpilot-api.json': 'trustpilot-api',
  'birdeye.csv': 'birdeye',
  'podium.csv': 'podium',
  'agency-google.csv': 'agency-google',
  'agency-yelp.csv': 'agency-yelp',
  'yelp-dataset.jsonl': 'yelp-dataset',
  'judgeme.csv': 'judgeme',
  'okendo.csv': 'okendo',
  'loox.csv': 'loox',
  'feefo.csv': 'feefo',
  'yotpo.csv': 'yotpo',
  'reviews-io.json': 'reviews-io',
  'stamped.json': 'stamped',
  'brightlocal.json': 'brightlocal',
  'site-reviews.csv': 'site-reviews',
  'birdeye-api.json': 'birdeye-api',
  'yelp-api.json': 'yelp-api',
  'facebook.json': 'facebook',
  'schema-org.json': 'schema-org',
  'json-feed.json': 'json-feed',
  'json-feed-news.json': 'json-feed',
  'own.json': 'own',
  'own-table.csv': 'own',
}

export const isTable = (file: string) => file.endsWith('.csv')

const pathOf = (file: string) => new URL(`fixtures/${file}`, import.meta.url)
export const textOf = (file: string) => readFileSync(pathOf(file), 'utf8')

export function recordsOf(file: string): Fields[] {
  const text = textOf(file)
  if (isTable(file)) return parse(text, { bom: true, columns: true, delimiter: delimiterOf(text) })
  if (file.endsWith('.jsonl'))
    return text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
  const document = JSON.parse(text)
  if (document.results) return findRecords(document).records as Fields[]
  const list: Fields[] = [document, document.reviews, document.data, document.items].find(
    Array.isArray,
  )!
  return list.flatMap(one => (one.reviews_data as Fields[]) ?? [one])
}

const delimiterOf = (text: string) => (text.split('\n', 1)[0]!.includes(';') ? ';' : ',')

export const sampleOf = (first: Fields, shape: Sample['shape']): Sample => ({
  shape,
  fields: new Set(Object.keys(first)),
  first,
})

/** What the drafts of a file must be, written by hand. */
export const expectedDrafts = (file: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`drafts/${file.replace(/\.\w+$/, '')}.json`, import.meta.url), 'utf8'),
  )
