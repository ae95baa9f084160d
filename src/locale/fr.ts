/** French. Labels stand after a colon, in parentheses or in quotation marks, because they come without their gender. */
import type { Catalog } from './catalog.ts'

export const frInsights = {
  compoundSeries: '{items} ainsi que {last}',
  separator: '\u00a0; ',
  quote: '«\u00a0{text}\u00a0»',
  quoteWithPeriod: '«\u00a0{text}\u00a0».',
  satisfied: 'Un avis favorable\u00a0: {quote}',
  dissatisfied: 'Un avis critique\u00a0: {quote}',
  improved: '{label}\u00a0: les avis sont plus favorables depuis {since}.',
  declined: '{label}\u00a0: les avis sont moins favorables depuis {since}.',
  quarter1: 'le premier trimestre {year}',
  quarter2: 'le deuxième trimestre {year}',
  quarter3: 'le troisième trimestre {year}',
  quarter4: 'le quatrième trimestre {year}',
  summary: {
    rating1: {
      other: '{business} compte {count} avis, avec une moyenne de {average} étoiles\u00a0; {good}.',
    },
    rating2: {
      other: 'Sur {count} avis, {business} obtient une moyenne de {average} étoiles\u00a0; {good}.',
    },
    rating3: { other: '{business} obtient en moyenne {average} étoiles sur {count} avis\u00a0; {good}.' },
    goodNone: 'aucun n’en donne quatre ou cinq',
    goodAll: 'tous en donnent quatre ou cinq',
    goodNearlyAll: 'presque tous en donnent quatre ou cinq',
    goodMost: 'la plupart en donnent quatre ou cinq',
    goodOverHalf: 'un peu plus de la moitié en donnent quatre ou cinq',
    goodHalfOrFewer: 'la moitié au plus en donnent quatre ou cinq',
    praise1: 'Ce que les clients apprécient le plus souvent\u00a0: {aspects}.',
    praise2: 'Ce qui plaît le plus aux clients\u00a0: {aspects}.',
    praise3: 'Ce qui reçoit le plus d’éloges\u00a0: {aspects}.',
    praiseAndPeople1: {
      one: 'Ce que les clients apprécient le plus souvent\u00a0: {aspects}\u00a0; la personne la plus citée est {people}.',
      other:
        'Ce que les clients apprécient le plus souvent\u00a0: {aspects}\u00a0; les personnes les plus citées sont {people}.',
    },
    praiseAndPeople2: {
      one: 'Ce qui plaît le plus aux clients\u00a0: {aspects}\u00a0; la personne la plus citée est {people}.',
      other:
        'Ce qui plaît le plus aux clients\u00a0: {aspects}\u00a0; les personnes les plus citées sont {people}.',
    },
    praiseAndPeople3: {
      one: 'Ce qui reçoit le plus d’éloges\u00a0: {aspects}\u00a0; la personne la plus citée est {people}.',
      other:
        'Ce qui reçoit le plus d’éloges\u00a0: {aspects}\u00a0; les personnes les plus citées sont {people}.',
    },
    praisedPeople: 'Les avis qui citent {people} sont presque tous favorables.',
    criticsAll: {
      plain: { other: 'Les {count} avis sont tous critiques.' },
      about: { other: 'Les {count} avis sont tous critiques ({aspects}).' },
      mostlyAbout: { other: 'Les {count} avis sont tous critiques (le plus souvent\u00a0: {aspects}).' },
    },
    criticsMost: {
      plain: { other: 'Plus de la moitié des avis, soit {count}, sont critiques.' },
      about: { other: 'Plus de la moitié des avis, soit {count}, sont critiques ({aspects}).' },
      mostlyAbout: {
        other: 'Plus de la moitié des avis, soit {count}, sont critiques (le plus souvent\u00a0: {aspects}).',
      },
    },
    critics1: {
      plain: { one: '{count} avis contient une critique.', other: '{count} avis contiennent une critique.' },
      about: {
        one: '{count} avis contient une critique ({aspects}).',
        other: '{count} avis contiennent une critique ({aspects}).',
      },
      mostlyAbout: {
        one: '{count} avis contient une critique (le plus souvent\u00a0: {aspects}).',
        other: '{count} avis contiennent une critique (le plus souvent\u00a0: {aspects}).',
      },
    },
    critics2: {
      plain: { other: 'On trouve des critiques dans {count} avis.' },
      about: { other: 'On trouve des critiques dans {count} avis ({aspects}).' },
      mostlyAbout: { other: 'On trouve des critiques dans {count} avis (le plus souvent\u00a0: {aspects}).' },
    },
    critics3: {
      plain: { other: 'Des critiques apparaissent dans {count} avis.' },
      about: { other: 'Des critiques apparaissent dans {count} avis ({aspects}).' },
      mostlyAbout: {
        other: 'Des critiques apparaissent dans {count} avis (le plus souvent\u00a0: {aspects}).',
      },
    },
    ratingsSame: 'Les notes des douze derniers mois sont à peu près les mêmes qu’avant.',
    ratingsHigher: 'Les notes des douze derniers mois sont plus élevées qu’avant, mais sans tendance nette.',
    ratingsHigherTrend:
      'Les notes des douze derniers mois sont plus élevées qu’avant, et la tendance est nette.',
    ratingsLower: 'Les notes des douze derniers mois sont plus basses qu’avant, mais sans tendance nette.',
    ratingsLowerTrend:
      'Les notes des douze derniers mois sont plus basses qu’avant, et la tendance est nette.',
    service: 'Prestation la plus citée\u00a0: {service}.',
    newest: 'Avis le plus récent\u00a0: {month}.',
    textAll: 'Tous contiennent un texte.',
    textNone: 'Aucun ne contient de texte.',
    textFew: 'La plupart ne contiennent pas de texte.',
    textMost: 'Certains ne contiennent pas de texte.',
    noneRead:
      'Les commentaires sont dans des langues que l’analyse ne prend pas encore en charge : seules leurs étoiles comptent.',
    notRead: {
      one: 'Un avis dans une autre langue ne compte que par ses étoiles.',
      other: '{count} avis dans d’autres langues ne comptent que par leurs étoiles.',
    },
  },
  faq: {
    whom: 'À qui s’adresser\u00a0?',
    praised: 'Les avis saluent {people}.',
    personFirst: { other: '{name} ({part} des {count} avis qui citent ce nom sont positifs)' },
    personFirstAll: { other: '{name} (les {count} avis qui citent ce nom sont tous positifs)' },
    personNext: '{name} ({part} sur {count})',
    personNextAll: '{name} ({count} sur {count})',
    byService: 'Par prestation\u00a0: {services}.',
    serviceFirst: { other: '{service}, {name} (nom cité dans {count} avis)' },
    serviceNext: '{service}, {name} ({count})',
    criticized: 'Que critiquent les clients, et cela a-t-il changé\u00a0?',
    criticizedMost: 'Le plus souvent\u00a0: {aspects}.',
    aspectFirst: { other: '{aspect} ({part} des {count} avis qui en parlent)' },
    aspectFirstAll: { other: '{aspect} (les {count} avis qui en parlent)' },
    aspectNext: '{aspect} ({part} sur {count})',
    aspectNextAll: '{aspect} ({count} sur {count})',
    noChange: 'Les avis ne montrent pas d’évolution nette à ce sujet.',
    problems: 'Que se passe-t-il en cas de problème\u00a0?',
    repliedNone: { other: 'L’entreprise n’a répondu à aucun des {count} avis à une ou deux étoiles.' },
    repliedAll: { other: 'L’entreprise a répondu aux {count} avis à une ou deux étoiles.' },
    repliedSome: { other: 'L’entreprise a répondu à {part} des {count} avis à une ou deux étoiles.' },
    prices: 'Quels prix faut-il prévoir\u00a0?',
    paid: 'Prix indiqués par les clients\u00a0: {prices}. Les prix dépendent de la prestation, et les plus anciens ne sont peut-être plus à jour.',
    priceFirst: { other: '{service}, {price} ({count} avis)' },
    priceNext: '{service}, {price} ({count})',
    priceRange: 'de {low} à {high}',
    price: '{amount}\u00a0{sign}',
    services: 'Que font-ils le plus souvent\u00a0?',
    servicesMost: 'Les avis citent le plus souvent\u00a0: {services}.',
    areas: 'Mon secteur est-il desservi\u00a0?',
    areasMentioned: 'Les avis citent {areas}. Ils n’indiquent pas quels autres lieux sont desservis.',
    mentionedFirst: { other: '{name} ({count} avis)' },
    mentionedNext: '{name} ({count})',
    byYear: 'Avis positifs à ce sujet, par année\u00a0: {years}.',
    yearFirst: '{positive} sur {count} en {year}',
    yearNext: '{positive} sur {count} en {year}',
    aboutIt: {
      few: { other: 'Seuls {count} avis en parlent, trop peu pour conclure\u00a0: {balance}.' },
      allPositive: { other: 'Les {count} avis qui en parlent sont tous positifs.' },
      allNegative: { other: 'Les {count} avis qui en parlent sont tous négatifs.' },
      judged: { other: '{verdict}\u00a0: sur {count} avis qui en parlent, {balance}.' },
    },
    aboutAspect: {
      few: {
        other:
          'Seuls {count} avis portent sur le thème «\u00a0{aspect}\u00a0», trop peu pour conclure\u00a0: {balance}.',
      },
      allPositive: { other: 'Les {count} avis sur le thème «\u00a0{aspect}\u00a0» sont tous positifs.' },
      allNegative: { other: 'Les {count} avis sur le thème «\u00a0{aspect}\u00a0» sont tous négatifs.' },
      judged: {
        other:
          '{verdict}\u00a0: sur {count} avis qui portent sur le thème «\u00a0{aspect}\u00a0», {balance}.',
      },
    },
    nonePositive: 'aucun n’est positif',
    noneNegative: 'aucun n’est négatif',
    positive: { one: '{count} est positif', other: '{count} sont positifs' },
    negative: { one: '{count} est négatif', other: '{count} sont négatifs' },
    undecided: 'La plupart ne prennent pas parti',
    mixed: 'Les avis sont partagés',
    nearlyAllPositive: 'Presque tous sont positifs',
    nearlyAllNegative: 'Presque tous sont négatifs',
    mostlyPositive: 'En majorité positifs',
    mostlyNegative: 'En majorité négatifs',
    morePositive: 'Plus d’avis positifs que négatifs',
    moreNegative: 'Plus d’avis négatifs que positifs',
  },
} satisfies Catalog['insights']
