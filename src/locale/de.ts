/** German. Readers are not addressed; labels stand without an article, because they come without their gender. */
import type { Catalog } from './catalog.ts'

export const deInsights = {
  compoundSeries: '{items} sowie {last}',
  separator: '; ',
  quote: '„{text}“',
  quoteWithPeriod: '„{text}“.',
  satisfied: 'Eine positive Stimme: {quote}',
  dissatisfied: 'Eine kritische Stimme: {quote}',
  improved: 'Die Meinungen zum Thema {aspect} sind seit {since} besser geworden.',
  declined: 'Die Meinungen zum Thema {aspect} sind seit {since} schlechter geworden.',
  quarter1: 'dem ersten Quartal {year}',
  quarter2: 'dem zweiten Quartal {year}',
  quarter3: 'dem dritten Quartal {year}',
  quarter4: 'dem vierten Quartal {year}',
  summary: {
    rating1: { other: '{business} hat {count} Bewertungen mit durchschnittlich {average} Sternen; {good}.' },
    rating2: {
      other: 'In {count} Bewertungen kommt {business} auf durchschnittlich {average} Sterne; {good}.',
    },
    rating3: { other: '{business} erreicht in {count} Bewertungen im Schnitt {average} Sterne; {good}.' },
    goodNone: 'keine davon vergibt vier oder fünf',
    goodAll: 'alle vergeben vier oder fünf',
    goodNearlyAll: 'fast alle vergeben vier oder fünf',
    goodMost: 'die meisten vergeben vier oder fünf',
    goodOverHalf: 'etwas mehr als die Hälfte vergibt vier oder fünf',
    goodHalfOrFewer: 'höchstens die Hälfte vergibt vier oder fünf',
    praise1: 'Kunden loben am häufigsten {aspects}.',
    praise2: 'Was Kunden am besten gefällt: {aspects}.',
    praise3: 'Das meiste Lob gibt es für {aspects}.',
    praiseAndPeople1: {
      one: 'Kunden loben vor allem {aspects}; namentlich am häufigsten genannt wird {people}.',
      other: 'Kunden loben vor allem {aspects}; namentlich am häufigsten genannt werden {people}.',
    },
    praiseAndPeople2: {
      one: 'Was Kunden am besten gefällt: {aspects}; namentlich am häufigsten genannt wird {people}.',
      other: 'Was Kunden am besten gefällt: {aspects}; namentlich am häufigsten genannt werden {people}.',
    },
    praiseAndPeople3: {
      one: 'Das meiste Lob gibt es für {aspects}; namentlich am häufigsten genannt wird {people}.',
      other: 'Das meiste Lob gibt es für {aspects}; namentlich am häufigsten genannt werden {people}.',
    },
    praisedPeople: 'Die Bewertungen, die {people} nennen, sind fast alle gut.',
    criticsAll: {
      plain: { other: 'Alle {count} Bewertungen sind kritisch.' },
      about: { other: 'Alle {count} Bewertungen sind kritisch; es geht um {aspects}.' },
      mostlyAbout: { other: 'Alle {count} Bewertungen sind kritisch; am häufigsten geht es um {aspects}.' },
    },
    criticsMost: {
      plain: { other: 'Mehr als die Hälfte der Bewertungen ({count}) ist kritisch.' },
      about: { other: 'Mehr als die Hälfte der Bewertungen ({count}) ist kritisch; es geht um {aspects}.' },
      mostlyAbout: {
        other:
          'Mehr als die Hälfte der Bewertungen ({count}) ist kritisch; am häufigsten geht es um {aspects}.',
      },
    },
    critics1: {
      plain: { one: '{count} Bewertung enthält Kritik.', other: '{count} Bewertungen enthalten Kritik.' },
      about: {
        one: '{count} Bewertung enthält Kritik; es geht um {aspects}.',
        other: '{count} Bewertungen enthalten Kritik; es geht um {aspects}.',
      },
      mostlyAbout: {
        one: '{count} Bewertung enthält Kritik; am häufigsten geht es um {aspects}.',
        other: '{count} Bewertungen enthalten Kritik; am häufigsten geht es um {aspects}.',
      },
    },
    critics2: {
      plain: { one: 'In {count} Bewertung gibt es Kritik.', other: 'In {count} Bewertungen gibt es Kritik.' },
      about: {
        one: 'In {count} Bewertung gibt es Kritik; es geht um {aspects}.',
        other: 'In {count} Bewertungen gibt es Kritik; es geht um {aspects}.',
      },
      mostlyAbout: {
        one: 'In {count} Bewertung gibt es Kritik; am häufigsten geht es um {aspects}.',
        other: 'In {count} Bewertungen gibt es Kritik; am häufigsten geht es um {aspects}.',
      },
    },
    critics3: {
      plain: { one: 'Kritik steht in {count} Bewertung.', other: 'Kritik steht in {count} Bewertungen.' },
      about: {
        one: 'Kritik steht in {count} Bewertung; es geht um {aspects}.',
        other: 'Kritik steht in {count} Bewertungen; es geht um {aspects}.',
      },
      mostlyAbout: {
        one: 'Kritik steht in {count} Bewertung; am häufigsten geht es um {aspects}.',
        other: 'Kritik steht in {count} Bewertungen; am häufigsten geht es um {aspects}.',
      },
    },
    ratingsSame: 'In den letzten zwölf Monaten fallen die Bewertungen etwa so aus wie zuvor.',
    ratingsHigher:
      'In den letzten zwölf Monaten fallen die Bewertungen besser aus als zuvor, ein klarer Trend ist aber nicht zu erkennen.',
    ratingsHigherTrend:
      'In den letzten zwölf Monaten fallen die Bewertungen besser aus als zuvor, und der Trend ist deutlich.',
    ratingsLower:
      'In den letzten zwölf Monaten fallen die Bewertungen schlechter aus als zuvor, ein klarer Trend ist aber nicht zu erkennen.',
    ratingsLowerTrend:
      'In den letzten zwölf Monaten fallen die Bewertungen schlechter aus als zuvor, und der Trend ist deutlich.',
    service: 'Die am häufigsten erwähnte Leistung ist {service}.',
    newest: 'Die neueste ist vom {month}.',
    textAll: 'Alle enthalten Text.',
    textNone: 'Keine enthält Text.',
    textFew: 'Die meisten enthalten keinen Text.',
    textMost: 'Einige enthalten keinen Text.',
    noneRead:
      'Die Kommentare sind in Sprachen verfasst, die die Auswertung noch nicht unterstützt; sie zählen deshalb nur mit ihren Sternen.',
    notRead: {
      one: 'Eine Bewertung in einer anderen Sprache zählt nur mit ihren Sternen.',
      other: '{count} Bewertungen in anderen Sprachen zählen nur mit ihren Sternen.',
    },
  },
  faq: {
    whom: 'Nach wem sollte man fragen?',
    praised: 'Lob gibt es für {people}.',
    personFirst: { other: '{name} ({part} der {count} Bewertungen mit diesem Namen sind positiv)' },
    personFirstAll: { other: '{name} (alle {count} Bewertungen mit diesem Namen sind positiv)' },
    personNext: '{name} ({part} von {count})',
    personNextAll: '{name} (alle {count})',
    byService: 'Nach Leistung: {services}.',
    serviceFirst: {
      one: '{service}, {name} (in {count} Bewertung genannt)',
      other: '{service}, {name} (in {count} Bewertungen genannt)',
    },
    serviceNext: '{service}, {name} ({count})',
    criticized: 'Was wird kritisiert, und hat sich daran etwas geändert?',
    criticizedMost: 'Am häufigsten {aspects}.',
    aspectFirst: { other: '{aspect} ({part} der {count} Bewertungen dazu)' },
    aspectFirstAll: { other: '{aspect} (alle {count} Bewertungen dazu)' },
    aspectNext: '{aspect} ({part} von {count})',
    aspectNextAll: '{aspect} (alle {count})',
    noChange: 'Eine klare Veränderung über die Zeit zeigen die Bewertungen nicht.',
    problems: 'Was passiert, wenn etwas schiefgeht?',
    repliedNone: {
      other: 'Von den {count} Bewertungen mit einem oder zwei Sternen hat das Unternehmen keine beantwortet.',
    },
    repliedAll: {
      other: 'Das Unternehmen hat alle {count} Bewertungen mit einem oder zwei Sternen beantwortet.',
    },
    repliedSome: {
      other: 'Das Unternehmen hat {part} der {count} Bewertungen mit einem oder zwei Sternen beantwortet.',
    },
    prices: 'Mit welchen Preisen ist zu rechnen?',
    paid: 'Laut Bewertungen bezahlt: {prices}. Was etwas kostet, hängt vom Auftrag ab, und ältere Angaben können überholt sein.',
    priceFirst: { other: '{service} {price} ({count} Bewertungen)' },
    priceNext: '{service} {price} ({count})',
    priceRange: '{low} bis {high}',
    price: '{amount}\u00a0{sign}',
    services: 'Was wird am häufigsten gemacht?',
    servicesMost: 'Bewertungen erwähnen am häufigsten {services}.',
    areas: 'Gibt es den Service auch in meiner Gegend?',
    areasMentioned:
      'Bewertungen erwähnen {areas}. Welche anderen Orte dazugehören, geht aus ihnen nicht hervor.',
    mentionedFirst: { one: '{name} ({count} Bewertung)', other: '{name} ({count} Bewertungen)' },
    mentionedNext: '{name} ({count})',
    byYear: 'Davon positiv, nach Jahr: {years}.',
    yearFirst: '{positive} von {count} ({year})',
    yearNext: '{positive} von {count} ({year})',
    aboutIt: {
      few: { other: 'Nur {count} Bewertungen erwähnen das, zu wenige für ein Urteil: {balance}.' },
      allPositive: { other: 'Alle {count} Bewertungen zu diesem Thema sind positiv.' },
      allNegative: { other: 'Alle {count} Bewertungen zu diesem Thema sind negativ.' },
      judged: { other: '{verdict}: Von {count} Bewertungen zu diesem Thema sind {balance}.' },
    },
    aboutAspect: {
      few: { other: 'Nur {count} Bewertungen erwähnen {aspect}, zu wenige für ein Urteil: {balance}.' },
      allPositive: { other: 'Alle {count} Bewertungen zum Thema {aspect} sind positiv.' },
      allNegative: { other: 'Alle {count} Bewertungen zum Thema {aspect} sind negativ.' },
      judged: { other: '{verdict}: Von {count} Bewertungen zum Thema {aspect} sind {balance}.' },
    },
    nonePositive: 'keine positiv',
    noneNegative: 'keine negativ',
    positive: { other: '{count} positiv' },
    negative: { other: '{count} negativ' },
    undecided: 'Meist ohne Wertung',
    mixed: 'Geteilte Meinungen',
    nearlyAllPositive: 'Fast alle positiv',
    nearlyAllNegative: 'Fast alle negativ',
    mostlyPositive: 'Überwiegend positiv',
    mostlyNegative: 'Überwiegend negativ',
    morePositive: 'Mehr Lob als Kritik',
    moreNegative: 'Mehr Kritik als Lob',
  },
} satisfies Catalog['insights']
