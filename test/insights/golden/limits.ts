/**
 * Sentences that the engine reads wrong. `wanted` is what a careful reader finds, written as in opinions.ts; `found` is exactly what the
 * engine finds today, so that a change for better or worse shows. A sentence that is read right moves to opinions.ts.
 */

export type Limit = [difficulty: string, text: string, readings: { wanted: string; found: string }]

/** Sarcasm is taken literally. */
export const sarcasm: Limit[] = [
  [
    'mock thanks',
    'Thanks for the lovely puddle you left on my clean floor.',
    { wanted: 'property_care- !property_care+ !cleanliness+', found: 'cleanliness+' },
  ],
  [
    'mock joy',
    'What a joy it was to pay such a wonderful price for nothing.',
    { wanted: 'pricing-', found: 'pricing+' },
  ],
  [
    'mock manners',
    'So professional that he took a nap in his van.',
    { wanted: 'professionalism-', found: 'professionalism+' },
  ],
  [
    'mock punctuality',
    'Right on time, only one day later.',
    { wanted: 'punctuality-', found: 'punctuality+' },
  ],
  [
    'mock service',
    'Great communication if you enjoy silence.',
    { wanted: 'communication-', found: 'communication+' },
  ],
  [
    'mock skill',
    'This expert knew exactly how to break a working furnace.',
    { wanted: 'technical_knowledge-', found: 'technical_knowledge+' },
  ],
]

/** Sentences that the network misjudges or in which it misses an aspect. */
export const others: Limit[] = [
  ['"not bad"', 'The price was not bad at all.', { wanted: 'pricing+', found: 'pricing-' }],
  [
    '"nothing was professional"',
    'Nothing about the visit was professional.',
    { wanted: 'professionalism-', found: 'professionalism+' },
  ],
  ['"cheaply made"', 'The unit is cheaply made.', { wanted: 'equipment- !pricing+', found: 'equipment0' }],
  [
    'three praises',
    'Honest, punctual and clean.',
    { wanted: 'honesty+ punctuality+ cleanliness+', found: 'cleanliness+ professionalism+ punctuality+' },
  ],
  [
    'not the cheapest',
    'Not the cheapest, but the quality of the work is outstanding.',
    { wanted: 'quality+ !pricing+', found: 'pricing+ quality+' },
  ],
  [
    '"cheap-looking"',
    'The new thermostat is cheap-looking.',
    { wanted: 'equipment- !pricing+', found: 'equipment- pricing+' },
  ],
  [
    '"anything but cheap"',
    'The service call was anything but cheap.',
    { wanted: 'pricing-', found: 'pricing+' },
  ],
  ['asked and answered', 'Was it cheap? No, it was overpriced.', { wanted: 'pricing-', found: 'pricing0' }],
  [
    'first the rival, then us',
    'The first company left a mess, but Larkfield cleaned everything up.',
    { wanted: 'cleanliness+', found: 'cleanliness0' },
  ],
  ['"freindly"', 'Very freindly technician.', { wanted: 'friendliness+', found: '' }],
  ['"knowlegeable"', 'Very knowlegeable technician.', { wanted: 'technical_knowledge+', found: '' }],
  ['"reasonible"', 'The price was reasonible.', { wanted: 'pricing+', found: 'pricing0' }],
  [
    'a wish as a question',
    'Is it too much to ask that you arrive on time?',
    { wanted: 'punctuality-', found: 'punctuality+' },
  ],
  [
    'a wish that praises',
    'I wish every company was this honest.',
    { wanted: 'honesty+', found: 'recommendation0' },
  ],
]
