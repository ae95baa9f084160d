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
  insights: {
    /** Ends a list in which an item contains an "and" of its own; other lists end as the language usually ends them. */
    compoundSeries: '{items}, and {last}',
    /** Between the items of a list that have commas of their own. */
    separator: '; ',
    /** The second if the text does not end a sentence itself. */
    quote: '“{text}”',
    quoteWithPeriod: '“{text}”.',
    satisfied: 'A satisfied customer writes: {quote}',
    dissatisfied: 'A dissatisfied customer writes: {quote}',
    /** {aspect} is a label in the middle of a sentence, {label} the same at its beginning; {since} is a month, a year, or a quarter as below. */
    improved: 'Opinions about {aspect} have improved since {since}.',
    declined: 'Opinions about {aspect} have declined since {since}.',
    quarter1: 'the first quarter of {year}',
    quarter2: 'the second quarter of {year}',
    quarter3: 'the third quarter of {year}',
    quarter4: 'the fourth quarter of {year}',
    summary: {
      /** Three wordings, of which each business gets one; at least five reviews. {good} is one of the clauses below. */
      rating1: { other: '{business} has {count} reviews with an average of {average} stars; {good}.' },
      rating2: { other: 'In {count} reviews, {business} averages {average} stars; {good}.' },
      rating3: { other: '{business} averages {average} stars in {count} reviews; {good}.' },
      goodNone: 'none of them gives four or five',
      goodAll: 'all of them give four or five',
      goodNearlyAll: 'nearly all of them give four or five',
      goodMost: 'most of them give four or five',
      goodOverHalf: 'a little more than half of them give four or five',
      goodHalfOrFewer: 'half of them or fewer give four or five',
      praise1: 'Customers most often praise {aspects}.',
      praise2: 'What customers like most is {aspects}.',
      praise3: 'Most praise is for {aspects}.',
      /** The number of people chooses the plural. */
      praiseAndPeople1: {
        one: 'Customers most often praise {aspects}, and the person they name most often is {people}.',
        other: 'Customers most often praise {aspects}, and the people they name most often are {people}.',
      },
      praiseAndPeople2: {
        one: 'What customers like most is {aspects}, and the person they name most often is {people}.',
        other: 'What customers like most is {aspects}, and the people they name most often are {people}.',
      },
      praiseAndPeople3: {
        one: 'Most praise is for {aspects}, and the person they name most often is {people}.',
        other: 'Most praise is for {aspects}, and the people they name most often are {people}.',
      },
      praisedPeople: 'The reviews that name {people} are nearly all good.',
      criticsAll: {
        plain: { other: 'All of the {count} reviews are critical.' },
        about: { other: 'All of the {count} reviews are critical, about {aspects}.' },
        mostlyAbout: { other: 'All of the {count} reviews are critical, most often about {aspects}.' },
      },
      criticsMost: {
        plain: { other: 'More than half of the reviews, {count}, are critical.' },
        about: { other: 'More than half of the reviews, {count}, are critical, about {aspects}.' },
        mostlyAbout: {
          other: 'More than half of the reviews, {count}, are critical, most often about {aspects}.',
        },
      },
      critics1: {
        plain: { one: '{count} review includes a complaint.', other: '{count} reviews include a complaint.' },
        about: {
          one: '{count} review includes a complaint, about {aspects}.',
          other: '{count} reviews include a complaint, about {aspects}.',
        },
        mostlyAbout: {
          one: '{count} review includes a complaint, most often about {aspects}.',
          other: '{count} reviews include a complaint, most often about {aspects}.',
        },
      },
      critics2: {
        plain: {
          one: 'Criticism comes up in {count} review.',
          other: 'Criticism comes up in {count} reviews.',
        },
        about: {
          one: 'Criticism comes up in {count} review, about {aspects}.',
          other: 'Criticism comes up in {count} reviews, about {aspects}.',
        },
        mostlyAbout: {
          one: 'Criticism comes up in {count} review, most often about {aspects}.',
          other: 'Criticism comes up in {count} reviews, most often about {aspects}.',
        },
      },
      critics3: {
        plain: {
          one: 'Criticism appears in {count} review.',
          other: 'Criticism appears in {count} reviews.',
        },
        about: {
          one: 'Criticism appears in {count} review, about {aspects}.',
          other: 'Criticism appears in {count} reviews, about {aspects}.',
        },
        mostlyAbout: {
          one: 'Criticism appears in {count} review, most often about {aspects}.',
          other: 'Criticism appears in {count} reviews, most often about {aspects}.',
        },
      },
      ratingsSame: 'Ratings of the last twelve months are about the same as before.',
      ratingsHigher: 'Ratings of the last twelve months are higher than before, but there is no clear trend.',
      ratingsHigherTrend: 'Ratings of the last twelve months are higher than before, and the trend is clear.',
      ratingsLower: 'Ratings of the last twelve months are lower than before, but there is no clear trend.',
      ratingsLowerTrend: 'Ratings of the last twelve months are lower than before, and the trend is clear.',
      service: 'The service mentioned most is {service}.',
      newest: 'The newest is from {month}.',
      textAll: 'All of them have text.',
      textNone: 'None of them has text.',
      textFew: 'Most of them have no text.',
      textMost: 'Some of them have no text.',
      noneRead:
        'The comments are in languages that the analysis does not support yet, so they count by their stars only.',
      notRead: {
        one: 'One review in another language counts by its stars only.',
        other: 'Another {count} reviews, in other languages, count by their stars only.',
      },
    },
    faq: {
      whom: 'Who should I ask for?',
      praised: 'Reviews praise {people}.',
      /** The first item of a list says what its numbers count, the next ones only give them. */
      personFirst: { other: '{name} ({part} of the {count} that mention the name are positive)' },
      personFirstAll: { other: '{name} (all {count} that mention the name are positive)' },
      personNext: '{name} ({part} of {count})',
      personNextAll: '{name} (all {count})',
      byService: 'By service: {services}.',
      serviceFirst: {
        one: '{service}, {name} (named in {count} review)',
        other: '{service}, {name} (named in {count} reviews)',
      },
      serviceNext: '{service}, {name} ({count})',
      criticized: 'What do customers criticize, and has it changed?',
      criticizedMost: 'Most often {aspects}.',
      aspectFirst: { other: '{aspect} ({part} of the {count} reviews that mention it)' },
      aspectFirstAll: { other: '{aspect} (all {count} reviews that mention it)' },
      aspectNext: '{aspect} ({part} of {count})',
      aspectNextAll: '{aspect} (all {count})',
      noChange: 'The reviews show no clear change in this over time.',
      problems: 'What happens when something goes wrong?',
      repliedNone: { other: 'The business replied to none of the {count} reviews with one or two stars.' },
      repliedAll: { other: 'The business replied to all {count} reviews with one or two stars.' },
      repliedSome: { other: 'The business replied to {part} of the {count} reviews with one or two stars.' },
      prices: 'What does a job cost?',
      paid: 'Customers report paying: {prices}. Prices depend on the job, and older ones may be out of date.',
      priceFirst: { other: '{service} {price} ({count} reviews)' },
      priceNext: '{service} {price} ({count})',
      priceRange: '{low} to {high}',
      price: '{sign}{amount}',
      services: 'What do they do most?',
      servicesMost: 'Reviews most often mention {services}.',
      areas: 'Do they serve my area?',
      areasMentioned: 'Reviews mention {areas}. They do not tell which other places are served.',
      mentionedFirst: { one: '{name} ({count} review)', other: '{name} ({count} reviews)' },
      mentionedNext: '{name} ({count})',
      byYear: 'By year: {years}.',
      yearFirst: '{positive} of {count} positive in {year}',
      yearNext: '{positive} of {count} in {year}',
      /** {verdict} is one of those below; {balance} lists how many are positive and how many negative. */
      aboutIt: {
        few: { other: 'Only {count} reviews mention it, too few to draw conclusions: {balance}.' },
        allPositive: { other: 'All {count} reviews that mention it are positive.' },
        allNegative: { other: 'All {count} reviews that mention it are negative.' },
        judged: { other: '{verdict}: of {count} reviews that mention it, {balance}.' },
      },
      aboutAspect: {
        few: { other: 'Only {count} reviews mention {aspect}, too few to draw conclusions: {balance}.' },
        allPositive: { other: 'All {count} reviews that mention {aspect} are positive.' },
        allNegative: { other: 'All {count} reviews that mention {aspect} are negative.' },
        judged: { other: '{verdict}: of {count} reviews that mention {aspect}, {balance}.' },
      },
      nonePositive: 'none is positive',
      noneNegative: 'none is negative',
      positive: { one: '{count} is positive', other: '{count} are positive' },
      negative: { one: '{count} is negative', other: '{count} are negative' },
      undecided: 'Most take no side',
      mixed: 'Opinions are mixed',
      nearlyAllPositive: 'Nearly all are positive',
      nearlyAllNegative: 'Nearly all are negative',
      mostlyPositive: 'Mostly positive',
      mostlyNegative: 'Mostly negative',
      morePositive: 'More positive than negative',
      moreNegative: 'More negative than positive',
    },
  },
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
