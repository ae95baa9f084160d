/**
 * Sentences and the aspects that a careful reader finds in them, written before the engine read them. `pricing+` must be found as
 * praise, `pricing-` as criticism, `pricing0` as neither; `!pricing` must not be found, `!pricing+` must not be found as praise.
 */

export type Opinion = [difficulty: string, text: string, expected: string]

export const cheap: Opinion[] = [
  ['"cheap" as praise', 'They are cheap, which is why we call them every year.', 'pricing+'],
  ['"cheap and fast"', 'Cheap and fast.', 'pricing+ speed+'],
  ['"cheaper than"', 'Cheaper than anyone else we called.', 'pricing+'],
  ['"cheap parts"', 'They used cheap parts that broke in a month.', 'equipment- !pricing+'],
]

export const emoji: Opinion[] = [
  ['a thumb up', 'On time 👍', 'punctuality+'],
  ['an angry face', 'The price 😡', 'pricing-'],
  ['a thumb down', 'The price 👎', 'pricing-'],
  ['two smiles', 'Super friendly tech 😊😊', 'friendliness+'],
  ['rolled eyes', 'Two hours late 🙄', 'punctuality-'],
  ['between two words', 'Fair price💯highly recommend', 'pricing+ recommendation+'],
]

export const mixed: Opinion[] = [
  ['fast but silent', 'Fast installation, terrible communication.', 'speed+ communication-'],
  [
    'expensive but able',
    'Expensive, but they know what they are doing.',
    'pricing- technical_knowledge+',
  ],
  ['work and price', 'The work was excellent but the price was outrageous.', 'quality+ pricing-'],
  ['late but friendly', 'He came late, but he was very friendly.', 'punctuality- friendliness+'],
  [
    'friendly but messy',
    'Friendly guys, though they left a mess in the hallway.',
    'friendliness+ cleanliness-',
  ],
  [
    'a semicolon',
    'The technician was knowledgeable; the lady at the office was rude.',
    'technical_knowledge+ friendliness-',
  ],
  [
    '"although"',
    'Although the bill was higher than expected, the repair was done perfectly.',
    'pricing- quality+',
  ],
  ['two complaints', 'They were two hours late and overcharged us.', 'punctuality- pricing-'],
  ['two praises', 'They came on time and the price was fair.', 'punctuality+ pricing+'],
  ['clean but slow', 'They kept everything clean, but it took forever.', 'cleanliness+ speed-'],
  ['fast but silent', 'Fast installation, terrible communication.', 'speed+ communication-'],
]

export const negation: Opinion[] = [
  ['"didn\'t clean up"', "They didn't clean up after themselves.", 'cleanliness-'],
  ['"no hidden fees"', 'There were no hidden fees.', 'pricing+'],
  ["couldn't be happier", "We couldn't be happier with the price.", 'pricing+'],
  ['"not late once"', 'In five years they were not late once.', 'punctuality+'],
  ['"never late"', 'They are never late.', 'punctuality+'],
  ['"never on time"', 'They are never on time.', 'punctuality-'],
  ['"not on time"', 'The technician was not on time.', 'punctuality-'],
  ['"far from"', 'The quote was far from cheap.', 'pricing-'],
  ['"far from", as a scrap', 'Far from cheap.', 'pricing-'],
  ['"wasn\'t expensive"', "It wasn't expensive.", 'pricing+'],
  ['"not cheap"', 'They are not cheap.', 'pricing-'],
  ['"hardly"', 'That is hardly a fair price.', 'pricing-'],
  ['"did not overcharge"', 'They did not overcharge us.', 'pricing+'],
  ['"no complaints"', 'I have no complaints about the price.', 'pricing+'],
  ['"would not recommend"', 'I would not recommend this company to anyone.', 'recommendation-'],
  ['"can\'t recommend enough"', "I can't recommend them enough.", 'recommendation+'],
  ['"wouldn\'t hesitate"', "I wouldn't hesitate to recommend them.", 'recommendation+'],
  ['a missing mess', 'He left no mess behind.', 'cleanliness+'],
  ['"didn\'t leave a mess"', "They didn't leave a mess.", 'cleanliness+'],
  ['"never tried to sell"', "He never tried to sell us anything we didn't need.", 'honesty+'],
  ['"did not explain"', 'He did not explain anything.', 'communication-'],
  [
    '"not find a more"',
    'You will not find a more knowledgeable technician.',
    'technical_knowledge+',
  ],
  ['"nobody returned"', 'Nobody returned my calls.', 'responsiveness-'],
  ['"no doubt"', 'No doubt the most honest company in town.', 'honesty+'],
  ['"not only"', 'He was not only punctual but also very friendly.', 'punctuality+ friendliness+'],
  ['"did not last"', 'The repair did not last a week.', 'quality-'],
  ['negation of another clause', 'He did not rush, and he was on time.', 'punctuality+'],
]

export const numbers: Opinion[] = [
  ['a clock time', 'He arrived at 8:00 on the dot.', 'punctuality+'],
  ['a sharp hour', 'At the door at 9 sharp.', 'punctuality+'],
  ['hours late', 'They came 3 hours late.', 'punctuality-'],
  ['hours late in words', 'They came three hours late.', 'punctuality-'],
  ['minutes early', 'He was 10 minutes early.', 'punctuality+'],
  ['an hour that passed', '4:00 came and nobody showed.', 'punctuality-'],
  ['a part and its price', 'They charged us $900 for a $20 part.', 'pricing-'],
  ['money saved', 'They saved us $300.', 'pricing+'],
  ['minutes of work', 'Fixed in 20 minutes.', 'speed+'],
  ['days of work', 'A two hour job took them four days.', 'speed-'],
]

export const others: Opinion[] = [
  ['"not bad"', 'The price was not bad at all.', 'pricing+'],
  ['three praises', 'Honest, punctual and clean.', 'honesty+ punctuality+ cleanliness+'],
  [
    'not the cheapest',
    'Not the cheapest, but the quality of the work is outstanding.',
    'quality+ !pricing+',
  ],
  ['asked and answered', 'Was it cheap? No, it was overpriced.', 'pricing-'],
  [
    'first the rival, then us',
    'The first company left a mess, but Larkfield cleaned everything up.',
    'cleanliness+',
  ],
  ['"knowlegeable"', 'Very knowlegeable technician.', 'technical_knowledge+'],
]

export const questions: Opinion[] = [
  ['a complaint as a question', 'Why does nobody answer the phone?', 'responsiveness-'],
  ['a price as a question', 'Who charges $400 for ten minutes of work?', 'pricing-'],
  ['praise as a question', 'How can they be this friendly on a Sunday?', 'friendliness+'],
]

export const rivals: Opinion[] = [
  ['the last company', 'The last company never showed.', '!punctuality'],
  ['the previous plumber', 'Our previous plumber overcharged us every time.', '!pricing'],
  ['the other company', 'The other company was rude and late.', '!friendliness !punctuality'],
  ['two other companies', 'Two other companies never called us back.', '!responsiveness'],
  ['most of them', 'Most plumbers never call you back.', '!responsiveness'],
  ['too many of them', 'Too many karaoke bars are run-down and over-priced.', '!pricing'],
  ['others in town', 'Other mechanics in town are rude.', '!friendliness'],
  ['a part of what they did', 'Most of the repairs were too expensive.', 'pricing-'],
  ['a national chain', 'The national chain tried to sell us a new furnace.', '!honesty-'],
  ['compared and better', 'Much cheaper than the last company.', 'pricing+'],
  ['"unlike"', 'Unlike the previous guy, Mike was on time.', 'punctuality+'],
  ['a better bid', 'They beat every other quote by $500.', 'pricing+'],
  ['half of what others asked', 'They charged half of what the other company wanted.', 'pricing+'],
]

export const shouting: Opinion[] = [
  ['praise', 'ALWAYS ON TIME!!!', 'punctuality+'],
  ['criticism', 'WAY TOO EXPENSIVE', 'pricing-'],
  ['a negation', 'THEY NEVER SHOWED UP', 'punctuality-'],
  ['a contraction', "DIDN'T SHOW UP!!", 'punctuality-'],
  ['two words', 'GREAT PRICE', 'pricing+'],
  ['stretched letters', 'Soooo friendly!!!!', 'friendliness+'],
  ['a warning', 'DO NOT USE THIS COMPANY!!!', 'recommendation-'],
]

export const typos: Opinion[] = [
  ['"priceing"', 'Reasonable priceing.', 'pricing+'],
  ['"reasonible"', 'The price was reasonible.', 'pricing+'],
  ['"proffesional"', 'Very proffesional.', 'professionalism+'],
  ['"recomend"', 'Highly recomend.', 'recommendation+'],
]

export const unnamed: Opinion[] = [
  ['a first ring', 'They picked up on the first ring.', 'responsiveness+'],
  ['calls in vain', 'I left four messages and heard nothing.', 'responsiveness-'],
  ['time to explain', 'He took the time to explain everything.', 'communication+'],
  ['the same day', 'They were able to fit us in the same day.', 'scheduling+'],
  ['broken again', 'Two weeks later it broke again.', 'quality-'],
  ['back for free', 'They came back and fixed it under warranty.', 'follow_up+'],
  ['a sale nobody needed', 'They tried to sell me a whole new furnace I did not need.', 'honesty-'],
  ['a scratched floor', 'They scratched our hardwood floor.', 'property_care-'],
  ['warm rooms', 'Every room is finally warm.', 'comfort+'],
  ['no idea', 'He had no idea what he was doing.', 'technical_knowledge-'],
  ['found at once', 'He found the problem right away.', 'technical_knowledge+'],
  ['again', 'We will definitely call them again.', 'recommendation+'],
  ['stay away', 'Stay away from this company.', 'recommendation-'],
  ['dirt on the carpet', 'There was dirt all over the carpet when they left.', 'cleanliness-'],
  [
    'nothing is said',
    'We have lived here for ten years.',
    '!pricing !punctuality !quality !recommendation',
  ],
  ['only the facts', 'We called on Monday.', '!pricing !punctuality !quality'],
  ['a word in another sense', 'Our late father built this house.', '!punctuality'],
]

export const unpunctuated: Opinion[] = [
  ['two praises', 'they came on time and the price was fair', 'punctuality+ pricing+'],
  ['no apostrophe', 'didnt show up and didnt call', 'punctuality-'],
  ['run together', 'great price great guys highly recommend', 'pricing+ recommendation+'],
  ['two complaints', 'guy was rude and left a mess', 'friendliness- cleanliness-'],
  ['a warning at the end', 'way too expensive dont use them', 'pricing- recommendation-'],
  ['a small i', 'i would call them again they were so friendly', 'friendliness+ recommendation+'],
]

export const wishes: Opinion[] = [
  ['"if only"', 'If only they had cleaned up after themselves.', 'cleanliness-'],
  ['"would have been nice if"', 'It would have been nice if they came on time.', 'punctuality-'],
  ['"I wish"', 'I wish they had called back.', 'responsiveness-'],
  ['"should have been"', 'The price should have been lower.', 'pricing-'],
  ['"supposed to"', 'They were supposed to be on time.', 'punctuality-'],
  ['a wish that they had not', 'I wish they had not been late.', 'punctuality-'],
  ['a wish does not turn criticism', 'What should have been a morning took forever.', 'speed-'],
  ['a wish about oneself', 'I wish I had called them sooner.', 'recommendation+'],
  ['"could have been"', 'Communication could have been better.', 'communication-'],
]
