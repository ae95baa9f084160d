/**
 * Sentences that the engine reads wrong. `wanted` is what a careful reader finds, written as in opinions.ts; `found` is exactly what the
 * engine finds today, so that a change for better or worse shows. A sentence that is read right moves to opinions.ts.
 */

export type Limit = [difficulty: string, text: string, readings: { wanted: string; found: string }]

export const cheap: Limit[] = [
  [
    '"looks cheap"',
    'The vent covers look cheap.',
    {
      wanted: 'equipment- !pricing+',
      found: 'quality+',
    },
  ],
  [
    '"dirt cheap"',
    'The tune-up was dirt cheap.',
    {
      wanted: 'pricing+',
      found: 'general- pricing0',
    },
  ],
]

export const others: Limit[] = [
  [
    '"hoping for"',
    'I was hoping for a fair price.',
    {
      wanted: 'pricing-',
      found: 'pricing0',
    },
  ],
  [
    '"nothing was professional"',
    'Nothing about the visit was professional.',
    {
      wanted: 'professionalism-',
      found: 'professionalism0',
    },
  ],
  [
    '"cheaply made"',
    'The unit is cheaply made.',
    {
      wanted: 'equipment- !pricing+',
      found: 'equipment+',
    },
  ],
  [
    '"cheap-looking"',
    'The new thermostat is cheap-looking.',
    {
      wanted: 'equipment- !pricing+',
      found: 'equipment0',
    },
  ],
  [
    '"anything but cheap"',
    'The service call was anything but cheap.',
    {
      wanted: 'pricing-',
      found: 'pricing0',
    },
  ],
  [
    '"freindly"',
    'Very freindly technician.',
    {
      wanted: 'friendliness+',
      found: 'professionalism+',
    },
  ],
  [
    'a wish as a question',
    'Is it too much to ask that you arrive on time?',
    {
      wanted: 'punctuality-',
      found: 'communication- punctuality0',
    },
  ],
  [
    'a wish that praises',
    'I wish every company was this honest.',
    {
      wanted: 'honesty+',
      found: 'honesty0',
    },
  ],
]

export const sarcasm: Limit[] = [
  [
    'mock thanks',
    'Thanks for the lovely puddle you left on my clean floor.',
    {
      wanted: 'property_care- !property_care+ !cleanliness+',
      found: 'cleanliness-',
    },
  ],
  [
    'mock joy',
    'What a joy it was to pay such a wonderful price for nothing.',
    {
      wanted: 'pricing-',
      found: 'pricing+',
    },
  ],
  [
    'mock manners',
    'So professional that he took a nap in his van.',
    {
      wanted: 'professionalism-',
      found: 'professionalism+',
    },
  ],
  [
    'mock punctuality',
    'Right on time, only one day later.',
    {
      wanted: 'punctuality-',
      found: 'punctuality+',
    },
  ],
  [
    'mock service',
    'Great communication if you enjoy silence.',
    {
      wanted: 'communication-',
      found: 'communication+',
    },
  ],
  [
    'mock skill',
    'This expert knew exactly how to break a working furnace.',
    {
      wanted: 'technical_knowledge-',
      found: 'technical_knowledge+',
    },
  ],
]

export const typos: Limit[] = [
  [
    '"ontime"',
    'Arived ontime.',
    {
      wanted: 'punctuality+',
      found: '',
    },
  ],
]
