/** The fields of the business form: how each is read from the file and written back. */
import { isDeepStrictEqual } from 'node:util'
import type { JSONPath } from 'jsonc-parser'
import type { BusinessEdit } from '../../actions/edit-business.ts'
import { isObject, valueAt } from '../../ingest/values/parse-json.ts'
import { DEFAULT_ACCENT, Weekday } from '../../model/business.ts'
import { cleanLine, cleanText, DEFAULT_LOCALE, plainWords } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { tradeInWords } from '../../site/home/first-screen.ts'
import { knownBusinessType } from '../../site/parts/linked-data.ts'
import { EN } from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }

/** The form calls text fields by their place in the file. */
export type TextField = keyof typeof deskWords.businessFields
export const TEXT_FIELDS = Object.keys(deskWords.businessFields) as TextField[]

export const DAYS = Weekday.options
type Day = (typeof DAYS)[number]

/** Each list has empty rows for new entries. */
export const SPARE_ROWS = 2
const MOST_ROWS = 300

export const ROSTERS = ['technicians', 'services', 'service_areas'] as const
export type BusinessRoster = (typeof ROSTERS)[number]

export const TOTAL_PARTS = Object.entries(deskWords.totals.parts)
export const totalName = (row: number, part: string) => `source_totals.${row}.${part}`

export type BusinessFields = Record<string, unknown>

export const pathOf = (field: string): JSONPath => field.split('.')

/** Fills the form with what the file says. */
export function formFrom(fields: BusinessFields): URLSearchParams {
  const form = new URLSearchParams()
  const set = (name: string, value: unknown) => {
    if (typeof value === 'string') form.set(name, value)
  }
  for (const field of TEXT_FIELDS) set(field, valueAt(fields, pathOf(field)))
  if (isText(fields.category)) set('category', tradeInWords(EN, fields.category))
  form.set('same_as', listAt(fields.same_as).filter(isText).join('\n'))
  const sites = listAt(fields.review_sites).map(
    site => `${valueAt(site, ['name'])} ${valueAt(site, ['url'])}`,
  )
  form.set('review_sites', sites.join('\n'))
  for (const [index, spans] of (readHours(fields.hours) ?? []).entries())
    for (const [span, [opens, closes]] of spans.entries()) {
      set(hoursName(DAYS[index]!, span, 'opens'), opens)
      set(hoursName(DAYS[index]!, span, 'closes'), closes)
    }
  for (const roster of ROSTERS)
    for (const [row, entry] of listAt(fields[roster]).entries()) {
      set(
        rosterName(roster, row, 'name'),
        valueAt(entry, [roster === 'technicians' ? 'name' : 'label']),
      )
      set(rosterName(roster, row, 'role'), valueAt(entry, ['role']))
      const aliases = listAt(valueAt(entry, ['aliases'])).filter(isText)
      set(rosterName(roster, row, 'aliases'), aliases.join(', '))
    }
  for (const [row, total] of listAt(fields.source_totals).entries())
    for (const [part] of TOTAL_PARTS)
      form.set(totalName(row, part), String(valueAt(total, [part]) ?? ''))
  for (const source of rulesIn(fields)) {
    set(`verification.${source}.level`, valueAt(fields, ['verification', source, 'level']))
    set(`verification.${source}.method`, valueAt(fields, ['verification', source, 'method']))
  }
  return form
}

/** Lists the sources that the file has a rule for. */
export const rulesIn = ({ verification }: BusinessFields) =>
  isObject(verification) ? Object.keys(verification) : []

export const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isText = (value: unknown): value is string => typeof value === 'string'

/** Lists the edits that make the file say what the form says. What the form does not ask for stays as it is. */
export function editsFrom(form: URLSearchParams, fields: BusinessFields): BusinessEdit[] {
  const wanted: BusinessEdit[] = [
    ...TEXT_FIELDS.filter(field => form.has(field)).map(field => ({
      path: pathOf(field),
      value: field === 'category' ? categoryFrom(form, fields) : textOf(form.get(field)!, field),
    })),
    ...LINES.filter(([field]) => form.has(field)).map(([field, read]) => ({
      path: [field],
      value: partsOf(form.get(field)!, '\n', cleanLine).map(read),
    })),
    ...(form.has('has_hours') ? [{ path: ['hours'], value: hoursFrom(form) }] : []),
    ...ROSTERS.filter(roster => form.has(`has_${roster}`)).map(roster => ({
      path: [roster],
      value: rosterFrom(form, roster, fields[roster]),
    })),
    ...(form.has('has_totals') ? [{ path: ['source_totals'], value: totalsFrom(form) }] : []),
    ...rulesFrom(form),
  ]
  return wanted.flatMap(edit => changeOf(edit, fields))
}

/** The form shows the plain name of a schema.org type: the type stays, and a name that has a type stands for it. */
function categoryFrom(form: URLSearchParams, { category }: BusinessFields): string | undefined {
  const name = textOf(form.get('category')!)
  if (name === undefined || knownBusinessType(name)) return name
  if (isText(category) && tradeInWords(EN, category) === name) return category
  const trades = Object.entries(EN.words.home.trades)
  const [type] = trades.find(([, trade]) => trade.toLowerCase() === name.toLowerCase()) ?? []
  return (type && knownBusinessType(type)) ?? name
}

/** People write "www.example.com", which any site answers encrypted today. */
const withScheme = (address: string) =>
  /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(address) ? `https://${address}` : address

/** Leaves out an edit where the file says the same already, if only by saying nothing. */
function changeOf({ path, value }: BusinessEdit, fields: BusinessFields): BusinessEdit[] {
  const before = valueAt(fields, path)
  const isSame = isDeepStrictEqual(before, value) || (isNothing(before) && isNothing(value))
  if (isSame || isDefault(path, before, value)) return []
  return [{ path, value: isNothing(value) ? undefined : value }]
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** A form always sends a color and a language: the usual ones need not be in the file. */
const DEFAULTS = new Map<string, string>([
  ['site.accent_color', DEFAULT_ACCENT],
  ['locale', DEFAULT_LOCALE],
])
const isDefault = (path: JSONPath, before: unknown, value: unknown) =>
  before === undefined && DEFAULTS.get(path.join('.')) === value

const textOf = (text: string, field = '') =>
  (field.endsWith('url') ? withScheme(cleanText(text)) : cleanText(text)) || undefined

const partsOf = (text: string, separator: string, clean: (part: string) => string) =>
  text
    .split(separator)
    .map(clean)
    .filter(part => part !== '')

/** A line is a name and an address; an address alone is named after its host. */
function reviewSiteFrom(line: string) {
  const [, name = '', address = ''] = /^(?:(.*) )?(\S+)$/.exec(line) ?? []
  const url = withScheme(address)
  return { name: name || (URL.canParse(url) ? new URL(url).host : url), url }
}

/** Fields with an entry on each line. */
const LINES: [field: string, read: (line: string) => unknown][] = [
  ['same_as', withScheme],
  ['review_sites', reviewSiteFrom],
]

type Span = [opens: unknown, closes: unknown]

/** The form has at most two spans a day. Returns null if there are more, which are changed in the file. */
export function readHours(hours: unknown): Span[][] | null {
  const days = DAYS.map(day =>
    listAt(hours)
      .filter(entry => listAt(valueAt(entry, ['days'])).includes(day))
      .map((entry): Span => [valueAt(entry, ['opens']), valueAt(entry, ['closes'])]),
  )
  return days.some(spans => spans.length > 2) ? null : days
}

export const hoursName = (day: Day, span: number, end: 'opens' | 'closes') =>
  `hours.${day}.${span}.${end}`

/** Days with the same span are one entry. */
function hoursFrom(form: URLSearchParams): unknown[] {
  const spans = new Map<string, { days: Day[]; opens: string; closes: string }>()
  for (const span of [0, 1])
    for (const day of DAYS) {
      const opens = form.get(hoursName(day, span, 'opens')) ?? ''
      const closes = form.get(hoursName(day, span, 'closes')) ?? ''
      if (opens === '' && closes === '') continue
      const key = `${span} ${opens} ${closes}`
      const known = spans.get(key)
      if (known) known.days.push(day)
      else spans.set(key, { days: [day], opens, closes })
    }
  return [...spans.values()]
}

export const rosterName = (
  roster: BusinessRoster,
  row: number,
  part: 'name' | 'role' | 'aliases',
) => `${roster}.${row}.${part}`

/** An entry without a name is removed. What the form does not show of an entry, such as its id, is kept. */
function rosterFrom(form: URLSearchParams, roster: BusinessRoster, written: unknown): unknown[] {
  const list = listAt(written)
  return Array.from({ length: list.length + SPARE_ROWS }, (_, row) => {
    const part = (name: 'name' | 'role' | 'aliases') =>
      form.get(rosterName(roster, row, name)) ?? ''
    const name = cleanLine(part('name'))
    if (name === '') return null
    const before: BusinessFields = isObject(list[row]) ? list[row] : {}
    const aliases = partsOf(part('aliases'), ',', cleanLine)
    const entry: BusinessFields = {
      ...before,
      ...(roster === 'technicians'
        ? { name }
        : { id: before.id ?? (plainWords(name).join('_') || `${roster}_${row + 1}`), label: name }),
    }
    if (aliases.length > 0 || Object.hasOwn(before, 'aliases')) entry.aliases = aliases
    if (roster !== 'technicians') return entry
    const role = cleanLine(part('role'))
    if (role !== '') entry.role = role
    else delete entry.role
    return entry
  }).filter(entry => entry !== null)
}

/** An entry without a number of reviews is removed. */
const totalsFrom = (form: URLSearchParams) =>
  Array.from({ length: MOST_ROWS }, (_, row) => {
    const part = (name: string) => cleanLine(form.get(totalName(row, name)) ?? '')
    const [count, rating, url] = [part('review_count'), part('rating_value'), part('url')]
    const total = {
      source: part('source').toLowerCase().replaceAll(' ', '-'),
      review_count: Number(count.replaceAll(/[,. ]/g, '')),
      ...(rating && { rating_value: Number(rating.replace(',', '.')) }),
      at: part('at') || system.now().toISOString().slice(0, 10),
      ...(url && { url }),
    }
    return count === '' ? [] : [total]
  }).flat()

/** A rule says how reviews of a source are verified. An empty one leaves it to the usual rule. */
function rulesFrom(form: URLSearchParams): BusinessEdit[] {
  return form.getAll('verified_source').map(source => {
    const level = form.get(`verification.${source}.level`) ?? ''
    const method = textOf(form.get(`verification.${source}.method`) ?? '')
    const value = level === '' ? undefined : { level, ...(method && { method }) }
    return { path: ['verification', source], value }
  })
}
