/** Mechanical checks of a narrator's wording: links, quotations, numbers, copied words. */

const MARKUP = /[<>]|\]\(/
const E_MAIL = /\S@\S/
const LINK = /:\/\/|\bwww\b|[\p{L}\p{N}][.。｡]\p{L}{2,}/iu
/** Characters that are invisible or reorder others. */
const HIDDEN = /[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u

/** No links, email addresses or HTML, however they are spelled. */
export function isPlain(text: string): boolean {
  const plain = text.normalize('NFKC')
  return ![MARKUP, E_MAIL, LINK, HIDDEN].some(pattern => pattern.test(plain))
}

const QUOTATION = /“([^“”]*)”|"([^"]*)"/g
/** An unpaired quotation mark, or one of another kind, which could hide a quotation. */
const OTHER_MARK = /[“”"„‟«»‹›‘「」『』]|(?<![\p{L}\p{N}])'(?=[\p{L}\p{N}])/u

/** null if the quotation marks do not pair up. */
export function splitQuotations(text: string): { quotations: string[]; own: string } | null {
  const quotations = Array.from(text.matchAll(QUOTATION), ([, curved, straight]) => curved ?? straight!)
  const own = text.replace(QUOTATION, ' … ')
  return OTHER_MARK.test(own) ? null : { quotations, own }
}

const LETTER = /[\p{L}\p{N}]/u

/** Whole words, copied character by character. */
export function isVerbatim(quotation: string, text: string | null): boolean {
  if (text === null || !LETTER.test(quotation)) return false
  const within = new RegExp(
    `${LETTER.test(quotation.at(0)!) ? '(?<![\\p{L}\\p{N}])' : ''}${RegExp.escape(quotation)}${LETTER.test(quotation.at(-1)!) ? '(?![\\p{L}\\p{N}])' : ''}`,
    'u',
  )
  return within.test(text)
}

const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/gu
/** Numbers written as words would evade the comparison with the facts. */
const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|dozens?|hundreds?|thousands?|millions?|half|two-thirds|quarters?)\b/i

/** Treats 1,234 like 1234, and 4,6 like 4.6. */
export const numbersIn = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(NUMBER), ([number]) =>
    number.replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '').replace(',', '.'),
  )

export const hasOnlyNumbers = (text: string, allowed: ReadonlySet<string>) =>
  !NUMBER_WORD.test(text) && numbersIn(text).every(number => allowed.has(number))

const COPIED_WORDS = 6

/** This many words of a review in a row, or all of a shorter text, without quotation marks are the review's words, not the narrator's. */
export function isCopiedFrom(own: string, text: string | null): boolean {
  if (text === null) return false
  const mine = wordsIn(own)
  const theirs = ` ${wordsIn(text).join(' ')} `
  const run = Math.min(COPIED_WORDS, mine.length)
  if (run === 0) return false
  return mine.some(
    (_, start) =>
      start + run <= mine.length && theirs.includes(` ${mine.slice(start, start + run).join(' ')} `),
  )
}

const wordsIn = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const CRITICISM =
  /\b(?:critic\w*|complain\w*|complaints?|negative\w*|dissatisf\w*|unhappy|disappoint\w*|frustrat\w*|dislik\w*|poor\w*|problems? with|drawbacks?|low ratings?)\b/i
const DENIAL = /\b(?:no|nobody|none|never|without|hardly|zero|nothing|not|lack|absence|free)\b|n['’]t\b/i

export const mentionsCriticism = (text: string) => CRITICISM.test(text) && !DENIAL.test(text)
