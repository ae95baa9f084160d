/** Two made-up businesses with 150 reviews of real shape each: a bar in English and a vet in German. The same on every run. */
import { day, type Row, row } from './rows.ts'

interface Made {
  business: unknown
  rows: Row[]
}

const COUNT = 150

/** Many good reviews, some bad ones, more of them lately; one in seven without text, one in five answered. */
function makeReviews(good: string[], bad: string[], mixed: string[], language: string): Row[] {
  return Array.from({ length: COUNT }, (_, number) => {
    const chance = (number * 7919) % 100
    const isRecent = number > 110
    const side = chance < (isRecent ? 40 : 12) ? bad : chance < 55 ? mixed : good
    const rating =
      side === bad
        ? 1 + (number % 2)
        : side === mixed
          ? 3 + (number % 2)
          : 4 + (number % 3 > 0 ? 1 : 0)
    const pick = (offset: number) => side[(number * 31 + offset * 17) % side.length]!
    return row({
      source: number % 3 === 0 ? 'yelp' : 'google',
      source_id: `made-${number}`,
      author: `Guest ${number}`,
      rating,
      date: day(8 * number),
      language,
      text: number % 7 === 3 ? null : [pick(0), pick(1)].join(' '),
      ...(number % 5 === 0 && { owner_reply: { text: 'Thank you.', date: day(8 * number + 2) } }),
    })
  })
}

export const BAR: Made = {
  business: {
    name: 'The Copper Lantern',
    category: 'BarOrPub',
    technicians: [
      { name: 'Rosa Quint', aliases: ['Rosa'] },
      { name: 'Eli Marsh', aliases: ['Eli'] },
    ],
    services: [
      { id: 'karaoke', label: 'Karaoke', aliases: ['karaoke night'] },
      { id: 'private_room', label: 'Private room', aliases: ['private rooms'] },
    ],
    service_areas: [{ id: 'harbor', label: 'Harbor district', aliases: ['harbor'] }],
  },
  rows: makeReviews(
    [
      'Rosa was so friendly and remembered our drinks.',
      'The cocktails are fantastic and the prices are fair.',
      'Great karaoke night, the song list is huge.',
      'We booked a private room in the harbor district and the service was quick.',
      'Eli poured the best old fashioned I have had.',
    ],
    [
      'We waited forty minutes for a drink and nobody apologized.',
      'Eli was rude to us when we asked for the bill.',
      'Far too expensive, they charged us twice for the private room.',
      'The karaoke microphones were broken and the place was filthy.',
    ],
    [
      'The drinks are good but the prices are too high.',
      'Rosa was lovely, although we waited too long for a table.',
      'Fun karaoke, but very loud.',
    ],
    'en',
  ),
}

export const VET: Made = {
  business: {
    name: 'Tierarztpraxis am Lindenhof',
    category: 'VeterinaryCare',
    locale: 'de',
    technicians: [
      { name: 'Dr. Anke Vogt', aliases: ['Frau Vogt'] },
      { name: 'Jonas Reiter', aliases: ['Jonas'] },
    ],
    services: [
      { id: 'vaccination', label: 'Impfung', aliases: ['Impfungen', 'geimpft'] },
      { id: 'surgery', label: 'Operation', aliases: ['OP', 'operiert'] },
    ],
    service_areas: [{ id: 'lindenau', label: 'Lindenau', aliases: [] }],
  },
  rows: makeReviews(
    [
      'Frau Vogt war sehr freundlich und hat sich viel Zeit genommen.',
      'Die Impfung war schnell erledigt und der Preis ist fair.',
      'Nach der Operation wurden wir sehr gut beraten.',
      'Wir kommen aus Lindenau und sind sehr zufrieden mit der Praxis.',
      'Jonas erklärt alles verständlich und geht liebevoll mit den Tieren um.',
    ],
    [
      'Wir mussten trotz Termin zwei Stunden warten.',
      'Viel zu teuer, für die Impfung wurde doppelt abgerechnet.',
      'Jonas war unfreundlich und hat uns nicht zugehört.',
      'Am Telefon geht niemand ran, das ist eine Katastrophe.',
    ],
    [
      'Frau Vogt ist kompetent, aber die Wartezeit war zu lang.',
      'Gute Behandlung, leider sehr teuer.',
      'Die Operation verlief gut, aber niemand hat danach angerufen.',
    ],
    'de',
  ),
}
