/** What the pictures have in common: stars that can be put anywhere, and the rating in words. */
import { html } from 'hono/html'
import type { Business } from '../model/business.ts'
import type { AggregateRating } from '../model/review.ts'
import { figure } from './format.ts'
import type { Html } from './house.ts'
import { FIVE, filledTo } from './stars.ts'

/** 100 by 20 at the scale 1. A rule of the picture says how `.on` and `.off` look. */
export function drawStars(rating: number, x: number, y: number, scale: number): Html {
  return html`<g transform="translate(${x} ${y}) scale(${scale})"><path class="off" d="${FIVE}"/><svg width="${filledTo(rating).toFixed(1)}" height="20"><path class="on" d="${FIVE}"/></svg></g>`
}

/** 123 verified reviews. Those of a business that does not exist are none. */
export function reviewsInWords(
  { review_count }: Pick<AggregateRating, 'review_count'>,
  { fictional }: Pick<Business, 'fictional'>,
): string {
  return `${figure(review_count)} ${fictional ? 'demo' : 'verified'} ${review_count === 1 ? 'review' : 'reviews'}`
}
