/** Who the business is and when to reach it, in its own words. */
import { localeOf } from '../../locale/locale.ts'
import type { Business } from '../../model/business.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { langOfOwner } from '../base/display-format.ts'
import { type Html, html, joinHtml } from '../base/markup.ts'
import { subjectPath } from '../base/site-paths.ts'
import { renderHours } from './opening-hours.ts'

export function renderContact(context: RenderContext): Html {
  const { business, site } = context
  const words = localeOf(context.locale).words.home
  const facts: [name: string, fact: Html | string | null][] = [
    [words.address, renderAddress(business)],
    [words.phone, business.telephone && renderPhone(business.telephone)],
    [words.website, business.url && renderSite(business.url)],
    [words.hours, business.hours.length > 0 ? renderHours(context) : null],
    [words.priceRange, business.price_range],
    [site.labels.service_area.many, renderAreas(context)],
    [words.alsoOn, business.same_as.length > 0 ? joinHtml(business.same_as.map(renderSite)) : null],
  ]
  const known = facts.filter(([, fact]) => fact)
  if (known.length === 0 && !business.description) return html``
  return html`<section aria-labelledby="contact"><h2 id="contact">${words.contact}</h2>
${business.description ? html`<p${langOfOwner(context)}>${business.description}</p>` : ''}
<dl class="facts">
${known.map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>\n`)}</dl></section>`
}

export function postalAddress({ address }: Pick<Business, 'address'>): string {
  if (!address) return ''
  const { street, locality, region, postal_code, country } = address
  const place = [region, postal_code].filter(part => part !== null).join(' ')
  return [street, locality, place, country].filter(part => part).join(', ')
}

function renderAddress(business: Business): Html | string | null {
  const [text, map] = [postalAddress(business), directionsAddress(business)]
  return map && text ? html`<a href="${map}">${text}</a>` : text || null
}

/**
 * The address opens the app on a phone and a page elsewhere, without a key; `geo:` does nothing on an iPhone. A town alone is no
 * destination.
 */
export function directionsAddress({ geo, address }: Business): string | null {
  const place = geo ? `${geo.latitude},${geo.longitude}` : address?.street && postalAddress({ address })
  return place
    ? `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`
    : null
}

export const phoneAddress = (telephone: string) => `tel:${telephone.replaceAll(/[^+\d]/g, '')}`

export const renderPhone = (telephone: string): Html =>
  html`<a class="nobreak" href="${phoneAddress(telephone)}">${telephone}</a>`

const renderSite = (url: string): Html => html`<a href="${url}">${new URL(url).host}</a>`

/** An area that reviews mention leads to what they say. */
function renderAreas({ subjects }: RenderContext): Html | null {
  const areas = subjects
    .filter(({ kind }) => kind === 'service_areas')
    .map(area => {
      const name = html`<bdi>${area.label}</bdi>`
      return area.insight ? html`<a href="${subjectPath(area)}">${name}</a>` : name
    })
  return areas.length === 0 ? null : joinHtml(areas)
}
