/** All formats by the names used with --format, the most specific first. */
import { describeFormat, type FormatDescription } from './describe-format.ts'
import type { Format } from './format.ts'
import { GOOGLE_FORMATS } from './google-formats.ts'
import { own } from './own.ts'
import { REVIEW_SITE_FORMATS } from './review-site-formats.ts'
import { SHOP_FORMATS } from './shop-formats.ts'
import { jsonFeed, schemaOrg } from './web-formats.ts'

const DESCRIBED: Record<string, FormatDescription> = {
  ...GOOGLE_FORMATS,
  ...REVIEW_SITE_FORMATS,
  ...SHOP_FORMATS,
  'json-feed': jsonFeed,
  'schema-org': schemaOrg,
}

export const FORMATS: Record<string, Format> = {
  ...Object.fromEntries(
    Object.entries(DESCRIBED).map(([name, one]) => [name, { ...describeFormat(one), isExport: true }]),
  ),
  own,
}
