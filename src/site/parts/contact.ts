/** Who the business is and when to reach it, in its own words. */
import { html } from 'hono/html'
import type { Business } from '../../model/business.ts'
import { joinWithCommas } from '../base/join-list.ts'
import type { Html, PageContext } from '../base/page-context.ts'

export function renderContact({ business, site }: PageContext): Html {
  const facts: [name: string, fact: Html | string | null][] = [
    ['Address', postalAddress(business) || null],
    ['Telephone', business.telephone],
    ['Website', business.url && renderSite(business.url)],
    ['Open', business.hours.length > 0 ? renderHours(business) : null],
    ['Prices', business.price_range],
    [site.labels.service_area.many, business.service_areas.map(({ label }) => label).join(', ') || null],
    ['Elsewhere', business.same_as.length > 0 ? renderElsewhere(business) : null],
  ]
  const known = facts.filter(([, fact]) => fact)
  if (known.length === 0) return html``
  return html`<section aria-labelledby="contact"><h2 id="contact">The business</h2>
<dl class="facts">
${known.map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>\n`)}</dl></section>`
}

export function postalAddress({ address }: Business): string {
  if (!address) return ''
  const { street, locality, region, postal_code, country } = address
  const place = [region, postal_code].filter(part => part !== null).join(' ')
  return [street, locality, place, country].filter(part => part).join(', ')
}

const renderHours = ({ hours }: Business): Html =>
  html`${hours.map(({ days, opens, closes }) => html`${days.map(shortDay).join(', ')} ${opens} to ${closes}<br>`)}`

const shortDay = (day: string) => `${day[0]!.toUpperCase()}${day.slice(1, 3)}`

const renderSite = (url: string): Html => html`<a href="${url}">${new URL(url).host}</a>`

const renderElsewhere = ({ same_as }: Business): Html => joinWithCommas(same_as.map(renderSite))
