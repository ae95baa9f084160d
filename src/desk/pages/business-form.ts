/** The inputs of the business form. */
import { valueAt } from '../../ingest/values/parse-json.ts'
import { sourceName } from '../../locale/locale.ts'
import { DEFAULT_ACCENT, Trade } from '../../model/business.ts'
import { VerificationLevel } from '../../model/review.ts'
import { LocaleTag } from '../../model/scalars.ts'
import { type Html, html } from '../../site/base/markup.ts'
import { knownBusinessType } from '../../site/parts/linked-data.ts'
import {
  type Choice,
  EN,
  type FormField,
  renderInput,
  renderSelect,
  renderTextArea,
} from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import {
  type BusinessFields,
  type BusinessRoster,
  DAYS,
  hoursName,
  listAt,
  readHours,
  rosterName,
  rulesIn,
  SPARE_ROWS,
  type TextField,
  TOTAL_PARTS,
  totalName,
} from './business-fields.ts'

/** Tells the owner what search engines are told, where the file says it in their words. */
const tradeHint = (category: unknown) =>
  typeof category === 'string' && knownBusinessType(category)
    ? { hint: `for search engines: ${knownBusinessType(category)}` }
    : {}

/** `form` has the values; `fields` is the file, which may have more than a form can show. */
export function renderBusinessFields(
  form: URLSearchParams,
  fields: BusinessFields,
  sources: string[],
): Html {
  const input = (name: TextField, more: Partial<FormField> = {}) => renderField(form, name, more)
  return html`<fieldset><legend>Who you are</legend>
${input('name')}${input('category', tradeHint(fields.category))}
${renderTextArea(fieldOf(form, 'description'), 2)}
</fieldset>
<fieldset><legend>How to reach you</legend>
<div class="field-row">${input('telephone')}${input('email')}</div>
${input('url')}${input('booking_url')}${input('review_url')}
${renderTextArea({ name: 'review_sites', label: 'Sites where customers can review you', hint: 'one per line, name and address, such as Google https://…; everyone sees them in this order', value: form.get('review_sites') }, 3)}
${input('address.street')}
<div class="field-row">${input('address.postal_code')}${input('address.locality')}${input('address.region')}${input('address.country')}</div>
${renderTextArea({ name: 'same_as', label: 'Your pages on other sites', hint: 'one address per line', value: form.get('same_as') }, 3)}
</fieldset>
${renderHoursFields(form, fields.hours)}
${renderRoster(form, 'technicians', 'People', fields)}
${renderRoster(form, 'services', 'Services', fields)}
${renderRoster(form, 'service_areas', 'Areas you serve', fields)}
<fieldset><legend>The site</legend>
<div class="field-row">${input('site.accent_color', { value: form.get('site.accent_color') ?? DEFAULT_ACCENT })}${input('locale')}</div>
${input('site.logo')}${input('price_range')}${input('legal_name')}${input('taxonomy.trade')}${input('license')}
</fieldset>
${renderTotals(form, fields, sources)}
${renderRules(form, fields, sources)}`
}

/** A text field of the file, with what it is called in the form. */
const fieldOf = (
  form: URLSearchParams,
  name: TextField,
  more: Partial<FormField> = {},
): FormField => ({
  ...{ name, value: form.get(name) },
  ...(deskWords.businessFields[name] as Pick<FormField, 'label'>),
  ...more,
})

const inWords = (id: string) => id.slice(0, 1).toUpperCase() + id.slice(1).replaceAll('_', ' ')
const COUNTRY = new Intl.DisplayNames('en', { type: 'region' })

/** The first one is the usual. */
const CHOICES: { [Name in TextField]?: Choice[] } = {
  'address.country': [
    ['', ''],
    ...deskWords.countries.split(' ').map((code): Choice => [code, COUNTRY.of(code)!]),
  ],
  locale: LocaleTag.options.map(tag => [tag, deskWords.languages[tag]]),
  'taxonomy.trade': [
    ['', 'Decide by the trade above'],
    ...Trade.options.map((trade): Choice => [trade, inWords(trade)]),
  ],
}

/** What the file says in other words than the choices stays as it is. */
export function renderField(
  form: URLSearchParams,
  name: TextField,
  more: Partial<FormField> = {},
): Html {
  const field = fieldOf(form, name, more)
  const choices = CHOICES[name]
  if (!choices) return html`${renderInput(field)}${name === 'category' ? TRADE_LIST : ''}`
  const value = field.value || choices[0]![0]
  const isKnown = choices.some(([choice]) => choice === value)
  return renderSelect({ ...field, value }, isKnown ? choices : [...choices, [value, value]])
}

const TRADE_LIST = html`<datalist id="trades">${Object.values(EN.words.home.trades).map(trade => html`<option value="${trade}"></option>`)}</datalist>`

function renderHoursFields(form: URLSearchParams, hours: unknown): Html {
  if (!readHours(hours))
    return html`<fieldset><legend>Opening hours</legend><p>Your hours are too detailed for this form. Change them in the file.</p></fieldset>`
  const time = (
    day: (typeof DAYS)[number],
    span: number,
    end: 'opens' | 'closes',
    label: string,
  ) => {
    const name = hoursName(day, span, end)
    return html`<input type="time" name="${name}" value="${form.get(name) ?? ''}" aria-label="${inWords(day)}: ${label}">`
  }
  return html`<fieldset><legend>Opening hours <span class="hint">from, until; the second pair is for a break. Leave closed days empty</span></legend>
<input type="hidden" name="has_hours" value="yes">
${DAYS.map(
  day => html`<div class="hours"><span>${inWords(day)}</span>
${time(day, 0, 'opens', 'opens')}
${time(day, 0, 'closes', 'closes')}
${time(day, 1, 'opens', 'opens again')}
${time(day, 1, 'closes', 'closes for the day')}</div>
`,
)}
${renderField(form, 'time_zone')}
</fieldset>`
}

function renderRoster(
  form: URLSearchParams,
  roster: BusinessRoster,
  title: string,
  fields: BusinessFields,
) {
  const isPeople = roster === 'technicians'
  const rows = listAt(fields[roster]).length + SPARE_ROWS
  const cell = (row: number, part: 'name' | 'role' | 'aliases', label: string) => {
    const name = rosterName(roster, row, part)
    return renderInput({ name, label, value: form.get(name) })
  }
  return html`<fieldset id="${isPeople ? 'people' : roster}"><legend>${title} <span class="hint">Empty a name to remove the entry. Separate other names by commas</span></legend>
<input type="hidden" name="has_${roster}" value="yes">
${Array.from(
  { length: rows },
  (_, row) =>
    html`<div class="field-row">${cell(row, 'name', isPeople ? `Name ${row + 1}` : `${title} ${row + 1}`)}${isPeople ? cell(row, 'role', `Role ${row + 1}`) : ''}${cell(row, 'aliases', `Other names ${row + 1}`)}</div>\n`,
)}</fieldset>`
}

/** Sites whose reviews are here are listed at once. */
function renderTotals(form: URLSearchParams, fields: BusinessFields, sources: string[]): Html {
  const stated = listAt(fields.source_totals).map(total => String(valueAt(total, ['source'])))
  const others = sources.filter(source => source !== 'direct' && !stated.includes(source))
  const cells = (source: string, row: number) =>
    TOTAL_PARTS.map(([part, words]) => {
      const name = totalName(row, part)
      const value = form.get(name) || (part === 'source' ? source : '')
      return renderInput({
        ...(words as FormField),
        name,
        value,
        label: `${words.label} ${row + 1}`,
      })
    })
  return html`<fieldset id="totals"><legend>${deskWords.totals.title} <span class="hint">${deskWords.totals.hint}</span></legend>
<input type="hidden" name="has_totals" value="yes">
${[...stated, ...others, ''].map((source, row) => html`<div class="field-row">${cells(source, row)}</div>\n`)}</fieldset>`
}

/** Reviews that count as none are kept but not shown, and the public log records that. */
function renderRules(form: URLSearchParams, fields: BusinessFields, sources: string[]): Html {
  const all = [...new Set([...sources, ...rulesIn(fields)])].filter(source =>
    /^[\w-]+$/.test(source),
  )
  const levels = VerificationLevel.options.map((level): Choice => [level, deskWords.levels[level]])
  return html`<fieldset id="verification"><legend>How you know that reviews are real</legend>
<p class="hint">One rule for all reviews of a source, good and bad. If it hides reviews that are shown now, the public log records that.</p>
${all.map(source => {
  const name =
    source === 'direct' ? 'reviews sent to you' : `reviews from ${sourceName(EN, source)}`
  const usual = source === 'direct' ? 'not verified' : 'posted on that site'
  return html`<input type="hidden" name="verified_source" value="${source}">
<div class="field-row">${renderSelect({ name: `verification.${source}.level`, label: `Rule for ${name}`, value: form.get(`verification.${source}.level`) ?? '' }, [['', `The usual: ${usual}`], ...levels])}
${renderInput({ name: `verification.${source}.method`, label: `How, in your words (${name})`, value: form.get(`verification.${source}.method`) })}</div>
`
})}
${renderTextArea(fieldOf(form, 'verification_policy'), 3)}
</fieldset>`
}
