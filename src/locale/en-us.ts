/** American English, the catalog that the others translate. Values are in braces; `{count}` chooses the plural. */
export const enUs = {
  common: {
    reviews: { one: '{count} review', other: '{count} reviews' },
    weekOf: 'week of {date}',
  },
  frame: {},
  home: {
    nextImport: 'Next step: import your reviews with {command}. This page picks them up within a second.',
    nextRoster: 'Next step: list your people and services in {file} to get a page about each of them.',
  },
  highlights: {},
  reviews: {},
  review: {},
  trust: {},
  subjects: {
    noAnswers: 'The reviews do not answer common questions yet.',
    noInsights: {
      noReviews: 'No reviews yet. The first ones will appear here.',
      reading: 'Analysis in progress. This part appears when all reviews have been read.',
      ratingsOnly: {
        one: 'The only review is a star rating without a comment.',
        other: 'All {count} reviews are star ratings without comments.',
      },
      unsupportedLanguages:
        'Most comments here are in languages that the analysis does not support yet. The ratings and the people, services and places they mention are complete.',
      fewReviews: {
        one: 'There is only one review so far, too few to sum up.',
        other: 'There are {count} reviews so far, too few of them with comments to sum up.',
      },
    },
  },
  charts: {},
  developers: {},
  embed: {},
  widget: {},
  feeds: {},
  errors: {
    starting: {
      title: 'These reviews will be here in a moment',
      text: 'The site is starting. This page reloads by itself.',
    },
    reading: {
      notice:
        'Analysis in progress. All reviews are here; what they say about price, quality and more follows in a moment.',
      title: 'Analysis in progress',
      text: 'This page needs what customers say in their comments, which is still being analyzed. Try again in a moment, or {reviews}.',
      readReviews: 'read all reviews',
    },
  },
} as const
