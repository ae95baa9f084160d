/**
 * A made-up language for tests: English with accents and longer words, in brackets. A text on a page that has no brackets is not from the
 * catalog. It takes the place of British English, in this process only.
 */

import { LABELS, type TaxonomyLabels } from '../../src/insights/text/resolve-taxonomy.ts'
import { CATALOGS, type Message, VALUE } from '../../src/locale/locale.ts'
import type { Taxonomy } from '../../src/model/business.ts'
import type { LocaleTag } from '../../src/model/scalars.ts'

const { 'en-GB': enGb, 'en-US': enUs } = CATALOGS

export const PSEUDO_LOCALE: LocaleTag = 'en-GB'

export function speakPseudo(taxonomies: Taxonomy[]): void {
  Object.assign(enGb, distortTree(enUs))
  LABELS[PSEUDO_LOCALE] = Object.fromEntries(taxonomies.map(one => [one.id, distortLabels(one)]))
}

type Tree = Message | { readonly [key: string]: Tree }

const distortTree = (tree: Tree): Tree =>
  typeof tree === 'string'
    ? distort(tree)
    : Object.fromEntries(
        Object.entries(tree).map(([key, branch]) => [key, distortTree(branch as Tree)]),
      )

const distortLabels = ({
  aspects,
  problems,
}: Taxonomy): NonNullable<TaxonomyLabels['general']> => ({
  aspects: Object.fromEntries(
    aspects.flatMap(({ id, label, question }) =>
      label && question ? [[id, { label: distort(label), question: distort(question) }]] : [],
    ),
  ),
  problems: Object.fromEntries(problems.map(({ id, label }) => [id, distort(label)])),
})

/** `Call {name}` → ⟦Çááll {name}⟧: doubled vowels make it about 40 % longer, as German is. */
export const distort = (text: string): string =>
  `⟦${text
    .split(VALUE)
    .map((part, place) => (place % 2 === 0 ? lengthen(part) : `{${part}}`))
    .join('')}⟧`

const lengthen = (text: string) =>
  [...text]
    .map(letter => {
      const accented = ACCENTED.get(letter) ?? letter
      return /[aeiouy]/i.test(letter) ? accented + accented.toLowerCase() : accented
    })
    .join('')

const PLAIN = 'AaCcDdEeGgIiKkLlNnOoRrSsTtUuYyZz'
const ACCENTS = 'ÁáÇçĎďÉéĜĝÍíĶķĹĺÑñÓóŔŕŠšŤťÚúÝýŽž'
const ACCENTED = new Map([...PLAIN].map((letter, place) => [letter, [...ACCENTS][place]!]))

/** What is outside of all brackets, piece by piece. A text that was cut off may lack the closing ones. */
export function outsideBrackets(pieces: Iterable<string>): string[] {
  const outside: string[] = []
  let depth = 0
  for (const piece of pieces)
    for (const [part] of piece.matchAll(/[⟦⟧]|[^⟦⟧]+/g))
      if (part === '⟦') depth++
      else if (part === '⟧') depth = Math.max(0, depth - 1)
      else if (depth === 0 && part.trim() !== '') outside.push(part.trim())
  return outside
}
