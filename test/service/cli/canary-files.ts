/** Review files with private values in them, valid and broken, to search for values that leak. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Fields } from '../../../src/ingest/formats/format.ts'
import { isTable, recordsOf } from '../../kit/ingest/formats/fixtures.ts'
import { row } from '../../kit/rows.ts'
import { makeTakeout, type Takeout } from '../../kit/takeout.ts'
import { makeZip } from '../../kit/zip.ts'

const EMAIL = 'canary-7f3@private.example'
const PHONE = '+1 555 010 7781'
const ORDER = 'ORD-CANARY-4411'
const USER = 'USER-CANARY-9921'

/** As written in the files, and as a program might rewrite them. */
export const CANARIES = [
  EMAIL,
  PHONE,
  ORDER,
  USER,
  '7f3%40private',
  '555-010-7781',
  '5550107781',
  'canary',
]

/** The file with a private value in place of every rating or date, as when columns are shifted. */
export const withoutRatings = (file: string) => shifted(file, /rating|stars|score/i, EMAIL)
export const withoutDates = (file: string) => shifted(file, /date|time|publish|created/i, PHONE)

function shifted(file: string, field: RegExp, value: string): string {
  const records = recordsOf(file).map(record => spoil(record, field, value) as Fields)
  return isTable(file) ? toTable(records) : JSON.stringify(records)
}

function spoil(value: unknown, field: RegExp, by: string): unknown {
  if (Array.isArray(value)) return value.map(one => spoil(one, field, by))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => {
    const isPlain = typeof inner !== 'object' || inner === null
    return [name, isPlain && field.test(name) ? by : spoil(inner, field, by)]
  })
  return Object.fromEntries(fields)
}

function toTable(records: Fields[]): string {
  const toLine = (cells: unknown[]) =>
    cells.map(cell => `"${String(cell).replaceAll('"', '""')}"`).join(',')
  return [Object.keys(records[0]!), ...records.map(Object.values)].map(toLine).join('\n')
}

/** An unknown format. Some tools write contact details where a name belongs. */
export const FOREIGN = {
  table: [
    'Score,When,Words,Customer,E-Mail,Phone,Order,Key',
    `5,2026-03-14,Fixed within the hour.,Ada Moreno,${EMAIL},${PHONE},${ORDER},${EMAIL}`,
    `4,2026-03-13,Friendly.,${EMAIL},${EMAIL},${PHONE},${ORDER},k2`,
    `3,2026-03-12,Late.,${PHONE},${EMAIL},${PHONE},${ORDER},k3`,
    `${EMAIL},2026-03-11,Clean.,Petra,${EMAIL},${PHONE},${ORDER},k4`,
    `5,${PHONE},Clean.,Petra,${EMAIL},${PHONE},${ORDER},k5`,
    `5,2026-03-10,Torn, apart,Petra,${EMAIL},${PHONE},${ORDER},k6`,
    `5,2026-03-09,"Never closed.,Petra,${EMAIL},${PHONE},${ORDER},k7`,
  ].join('\n'),
  flags: ['rating=Score', 'date=When', 'text=Words', 'author=Customer', 'source_id=Key'].flatMap(
    pair => ['--map', pair],
  ),
}

/** A row of ours with a private value in every field, one after the other. */
export const OWN_ROWS = Object.keys({
  ...row(),
  ...{
    id: 0,
    source_id: 0,
    author_avatar_url: 0,
    source_url: 0,
    owner_reply: 0,
    verified: 0,
    updated_at: 0,
  },
  ...{ language: 0, verification: 0, date_precision: 0, translation: 0, tags: 0 },
})
  .filter(field => field !== 'text')
  .map((field, number) => row({ text: `Slipped ${number}.`, [field]: EMAIL }))

/** Files that are refused as a whole. */
export const REJECTED: Record<string, unknown> = {
  'headerless.csv': `5,2026-03-14,Ada Moreno,${EMAIL},${PHONE},${ORDER},${USER}\n`,
  'torn.json': `[{"source": "google", "author": ${EMAIL}, "phone": "${PHONE}"}]`,
  'error.json': { error: { code: 403, message: `${USER} may not read the reviews of ${EMAIL}` } },
  'wrong-business.json': {
    business: { name: 'Moreno', email: PHONE, hours: EMAIL },
    reviews: [row()],
  },
}

/** A Takeout with account names and contact details of customers. */
export async function makePrivateTakeout(t: TestContext): Promise<Takeout> {
  const takeout = await makeTakeout(t)
  const entries = await readdir(takeout.folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    names.map(async name => ({ name, content: plant(await readFile(name, 'utf8')) })),
  )
  for (const { name, content } of files) await writeFile(name, content)
  const inZip = files.map(file => ({
    ...file,
    name: file.name.slice(takeout.folder.length - 'Takeout'.length),
  }))
  await writeFile(takeout.zip, makeZip(inZip))
  return takeout
}

const plant = (text: string) =>
  text
    .replaceAll('"accounts/', `"accounts/${USER}-`)
    .replaceAll('"displayName":', `"email": "${EMAIL}", "phone": "${PHONE}", "displayName":`)
    .replaceAll('"languageCode":', `"primaryPhone": "${PHONE}", "languageCode":`)
