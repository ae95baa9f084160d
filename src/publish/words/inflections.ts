/** The endings that words change in German, French and Spanish, without accents: people leave those out when they search. */

type Rule = [ending: RegExp, replacement: string]

/** Applied one after the other. Only inflections, as in English: "freundlich" and "Freund" stay two words. */
const RULES: ReadonlyMap<string, Rule[]> = new Map([
  [
    'de',
    [
      // "teuer" and "teure", "repariert" and "reparieren".
      [/euer$/, 'eur'],
      [/(?<=.{3}ier)(?:st|te[mnrs]?|t|en?)$/, ''],
      [/(?<=.{2}[bdfghklmnort])s$/, ''],
      [/(?<=.{3})(?:ern|e[mnrs]?|(?<=el)n)$/, ''],
    ],
  ],
  [
    'fr',
    [
      [/eaux$/, 'eau'],
      [/(?<!e)aux$/, 'al'],
      // "heureux" and "heureuse".
      [/(?<=.eu)(?:x|ses?)$/, ''],
      [/(?<=..[^s])s$|(?<=.{2}u)x$/, ''],
      [/(?<=.{3})e+$/, ''],
      [/(?<=.{4})(?:er|ez)$/, ''],
      // "bon" and "bonne", "mauvais" and "mauvaise".
      [/([lnst])\1$/, '$1'],
      [/(?<=..[^s])s$/, ''],
    ],
  ],
  [
    'es',
    [
      [/(?<=..)ces$/, 'z'],
      [/(?<=..[dlnrjy])es$|(?<=.{3})s$/, ''],
      [/(?<=.{4})(?:ando|iendo|aron|ieron|aban?|amos|ad[ao]|id[ao]|[aei]r)$|(?<=.{3})[aeo]$/, ''],
    ],
  ],
])

/** The language, if its words have stems of their own; those of all others are stemmed as English. */
export function inflectedIn(language: string | null): string | null {
  const [spoken = ''] = language?.toLowerCase().split('-') ?? []
  return RULES.has(spoken) ? spoken : null
}

/** No inflected word is longer. */
const MOST_LETTERS = 40

export const INFLECTED = [...RULES.keys()]

/** `folded` has neither capitals nor accents. */
export const stemIn = (language: string, folded: string) =>
  folded.length > MOST_LETTERS
    ? folded
    : RULES.get(language)!.reduce((stem, [ending, replacement]) => stem.replace(ending, replacement), folded)
