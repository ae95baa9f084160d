/** What a careful reader sees and the engine does not: as in opinions.ts. */
import type { Opinion } from './opinions.ts'

/** It is read as it is written. */
export const sarcasm: Opinion[] = [
  [
    'mock thanks',
    'Thanks for the lovely puddle you left on my clean floor.',
    'property_care- !property_care+ !cleanliness+',
  ],
  ['mock joy', 'What a joy it was to pay such a wonderful price for nothing.', 'pricing-'],
  ['mock manners', 'So professional that he took a nap in his van.', 'professionalism-'],
  ['mock punctuality', 'Right on time, only one day later.', 'punctuality-'],
  ['mock service', 'Great communication if you enjoy silence.', 'communication-'],
  ['mock skill', 'This expert knew exactly how to break a working furnace.', 'technical_knowledge-'],
]

/** What the network reads otherwise, or does not find. */
export const others: Opinion[] = [
  ['"not bad"', 'The price was not bad at all.', 'pricing+'],
  ['"didn\'t clean up"', "They didn't clean up after themselves.", 'cleanliness-'],
  ['"nothing was professional"', 'Nothing about the visit was professional.', 'professionalism-'],
  ['"cheap" as praise', 'They are cheap, which is why we call them every year.', 'pricing+'],
  ['"looks cheap"', 'The vent covers look cheap.', 'equipment- !pricing+'],
  ['"cheaply made"', 'The unit is cheaply made.', 'equipment- !pricing+'],
  ['dear but able', 'Expensive, but they know what they are doing.', 'pricing- technical_knowledge+'],
  ['fast but silent', 'Fast installation, terrible communication.', 'speed+ communication-'],
  ['three praises', 'Honest, punctual and clean.', 'honesty+ punctuality+ cleanliness+'],
  ['not the cheapest', 'Not the cheapest, but the quality of the work is outstanding.', 'quality+ !pricing+'],
  ['"freindly"', 'Very freindly technician.', 'friendliness+'],
  ['"knowlegeable"', 'Very knowlegeable technician.', 'technical_knowledge+'],
  ['"proffesional"', 'Very proffesional.', 'professionalism+'],
  ['"reasonible"', 'The price was reasonible.', 'pricing+'],
  ['a wish as a question', 'Is it too much to ask that you arrive on time?', 'punctuality-'],
  ['a wish that praises', 'I wish every company was this honest.', 'honesty+'],
]
