/** All formats by the names used with --format, the most specific first. */
import * as agencyGoogle from './agency-google.ts'
import * as agencyYelp from './agency-yelp.ts'
import * as apify from './apify.ts'
import * as birdeye from './birdeye.ts'
import * as facebook from './facebook.ts'
import * as feefo from './feefo.ts'
import type { Format } from './format.ts'
import * as google from './google.ts'
import * as googleScraperCsv from './google-scraper-csv.ts'
import * as jsonFeed from './json-feed.ts'
import * as judgeme from './judgeme.ts'
import { birdeyeApi, brightlocal, reviewsIo, siteReviews, stamped, yelpApi, yotpo } from './layouts.ts'
import * as loox from './loox.ts'
import * as okendo from './okendo.ts'
import * as outscraper from './outscraper.ts'
import * as own from './own.ts'
import * as placesApi from './places-api.ts'
import * as podium from './podium.ts'
import * as schemaOrg from './schema-org.ts'
import * as serpapi from './serpapi.ts'
import * as trustpilotApi from './trustpilot-api.ts'
import * as trustpilotCsv from './trustpilot-csv.ts'
import * as yelpDataset from './yelp-dataset.ts'

export const FORMATS: Record<string, Format> = {
  google,
  'places-api': placesApi,
  outscraper,
  apify,
  serpapi,
  'google-scraper-csv': googleScraperCsv,
  'trustpilot-csv': trustpilotCsv,
  'trustpilot-api': trustpilotApi,
  birdeye,
  'birdeye-api': birdeyeApi,
  podium,
  brightlocal,
  'agency-google': agencyGoogle,
  'agency-yelp': agencyYelp,
  'yelp-dataset': yelpDataset,
  'yelp-api': yelpApi,
  judgeme,
  okendo,
  loox,
  feefo,
  yotpo,
  stamped,
  'reviews-io': reviewsIo,
  'site-reviews': siteReviews,
  facebook,
  'json-feed': jsonFeed,
  'schema-org': schemaOrg,
  own,
}
