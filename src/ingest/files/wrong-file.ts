/** Recognizes JSON that people mistake for a review file, and says what it is instead. */
import { WrongFile } from '../values/file-problem.ts'
import { isObject } from '../values/parse-json.ts'

export function wrongFileIn(document: unknown): WrongFile | null {
  if (!isObject(document)) return null
  if (isOwnersReviews(document)) return new WrongFile(OWNERS_REVIEWS)
  if (document.error) return new WrongFile(serviceError(document.error))
  return null
}

/** `Maps (your places)/Reviews.json` of Google Takeout. */
function isOwnersReviews({ type, features }: Record<string, unknown>): boolean {
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return false
  return features.some(
    ({ properties } = {}) => isObject(properties) && MARKS.some(mark => mark in properties),
  )
}

const MARKS = ['five_star_rating_published', 'review_text_published', 'location']

const OWNERS_REVIEWS =
  'holds the reviews that the owner of the Google account wrote about other places. Those about the business are in reviews.json below "Google Business Profile" in the same Takeout. If that folder is missing, choose "Google Business Profile" at takeout.google.com.'

function serviceError(error: unknown): string {
  const code = isObject(error) && Number.isInteger(error.code) ? ` (code ${error.code})` : ''
  return `holds an error message from the service${code} and no reviews. Download the file again.`
}
