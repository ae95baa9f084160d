/** A Google Takeout as owners get it, as a folder and as a zip. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { makeFolder } from './folder.ts'
import { makeZip } from './zip.ts'

export interface Takeout {
  /** `…/Takeout`, unpacked. */
  folder: string
  zip: string
}

/** The ids of all reviews, and the later state of the one that was edited between the two exports. */
export const takeoutReviews = {
  ids: ['AbFvAda', 'AbFvJonas', 'AbFvLucia', 'AbFvPetra', 'AbFvTomas'],
  edited: {
    id: 'AbFvJonas',
    text: 'Fine, after the second visit.',
    updatedAt: '2026-03-20T09:30:00Z',
  },
  listing: 'Moreno Heating North',
}

const ROOT = 'Takeout/Google Business Profile'

/** Two accounts that manage the same location; the second was exported later and has one review edited. */
export function makeTakeout(t: TestContext): Promise<Takeout> {
  return write(t, {
    [`${ROOT}/businessPersonalization.json`]: {},
    ...account(111, [ada, jonas, lucia], [petra]),
    ...account(222, [jonasEdited, lucia, petra], [tomas]),
  })
}

/** The wrong part of a Takeout: reviews that the account's owner wrote about other businesses. */
export function makeMapsTakeout(t: TestContext): Promise<Takeout> {
  return write(t, { [MAPS_REVIEWS]: mapsReviews })
}

export const MAPS_REVIEWS = 'Takeout/Maps (your places)/Reviews.json'

export const mapsReviews = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-73.9, 40.7] },
      properties: {
        date: '2025-05-02T12:00:00Z',
        five_star_rating_published: 4,
        google_maps_url: 'http://maps.google.com/?cid=1',
        location: { address: '2 Harbour Street', country_code: 'US', name: 'Blue Door Café' },
        review_text_published: 'Good coffee.',
      },
    },
  ],
}

type GoogleReview = ReturnType<typeof review>

const review = (
  id: string,
  displayName: string,
  starRating: string,
  createTime: string,
  more: object = {},
) => ({
  name: `locations/7701/reviews/${id}`,
  reviewer: { displayName },
  starRating,
  createTime,
  updateTime: createTime,
  ...more,
})

const ada = review('AbFvAda', 'Ada Moreno', 'FIVE', '2026-03-14T10:00:00.123456Z', {
  comment: 'Warm again within the hour.',
  reviewReply: { comment: 'Thank you, Ada.', updateTime: '2026-03-15T08:00:00Z' },
})
const jonas = review('AbFvJonas', 'Jonas Weir', 'TWO', '2026-02-28T16:20:00Z', {
  comment: 'Came late.',
})
const jonasEdited = review('AbFvJonas', 'Jonas Weir', 'FOUR', '2026-02-28T16:20:00Z', {
  comment: takeoutReviews.edited.text,
  updateTime: takeoutReviews.edited.updatedAt,
})
const lucia = review('AbFvLucia', 'Lucía Prado', 'FOUR', '2025-11-02T17:45:10.5Z', {
  comment: '(Translated by Google) Friendly, but late.\n\n(Original)\nAmables, pero tarde.',
})
const petra = review('AbFvPetra', 'Petra Lindqvist', 'ONE', '2025-08-09T06:00:00Z')
const tomas = review('AbFvTomas', 'Tomás Rey', 'FIVE', '2025-07-01T06:00:00Z', {
  comment: 'Clean work.',
})

function account(
  number: number,
  page: GoogleReview[],
  nextPage: GoogleReview[],
): Record<string, unknown> {
  const location = `${ROOT}/account-${number}/location-7701`
  const named = (reviews: GoogleReview[]) => ({
    reviews: reviews.map(one => ({ ...one, name: `accounts/${number}/${one.name}` })),
  })
  return {
    [`${ROOT}/account-${number}/data.json`]: { accountName: 'Moreno Heating', type: 'PERSONAL' },
    [`${location}/data.json`]: { locationName: takeoutReviews.listing, languageCode: 'en' },
    [`${location}/additionalData.json`]: additionalData,
    [`${location}/reviews.json`]: named(page),
    [`${location}/reviews-c2Vjb25k.json`]: named(nextPage),
  }
}

const additionalData = {
  attributes: [
    {
      name: 'LISTING_NAME',
      values: [{ datum: { listingName: { text: takeoutReviews.listing, languageCode: 'en' } } }],
    },
  ],
}

async function write(t: TestContext, files: Record<string, unknown>): Promise<Takeout> {
  const folder = await makeFolder(t)
  const texts = Object.entries(files).map(([name, content]) => ({
    name,
    content: JSON.stringify(content, null, 2),
  }))
  for (const { name, content } of texts) {
    await mkdir(join(folder.path, dirname(name)), { recursive: true })
    await folder.write(name, content)
  }
  const zip = join(folder.path, 'takeout-20260401T000000Z-001.zip')
  await writeFile(zip, makeZip(texts))
  return { folder: join(folder.path, 'Takeout'), zip }
}
