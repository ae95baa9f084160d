/** The ways to reach the business, as buttons: only those that the business file has. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import type { Business } from '../../model/business.ts'
import type { Html, PageContext } from '../base/page-context.ts'
import { phoneAddress, postalAddress } from './contact.ts'

export function renderContactButtons({ business, locale: tag }: PageContext): Html | string {
  const { call, website, directions, writeReview, contactButtons } = localeOf(tag).words.home
  const buttons: [label: string, address: string | null][] = [
    [call, business.telephone && phoneAddress(business.telephone)],
    [website, business.url],
    [directions, directionsAddress(business)],
    [writeReview, business.review_url],
  ]
  const known = buttons.filter(([, address]) => address)
  if (known.length === 0) return ''
  return html`<ul class="actions" aria-label="${contactButtons}">${known.map(([label, address]) => html`<li><a class="button" href="${address}">${label}</a></li>`)}</ul>`
}

/**
 * Opens the app on a phone and a page elsewhere, without a key; `geo:` does nothing on an iPhone. A town alone is no
 * destination.
 */
function directionsAddress({ geo, address }: Business): string | null {
  const place = geo ? `${geo.latitude},${geo.longitude}` : address?.street && postalAddress({ address })
  return place
    ? `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`
    : null
}
