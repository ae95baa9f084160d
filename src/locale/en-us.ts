/** American English, the catalog that the others translate. Values are in braces; `{count}` chooses the plural. */
export const enUs = {
  common: {
    reviews: { one: '{count} review', other: '{count} reviews' },
    weekOf: 'week of {date}',
  },
  frame: {},
  home: {},
  highlights: {},
  reviews: {},
  review: {},
  trust: {},
  subjects: {},
  charts: {},
  developers: {},
  embed: {},
  widget: {},
  feeds: {},
  errors: {},
} as const
