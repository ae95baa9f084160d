/** What people read on a page: its texts in order, and the attributes that are spoken or shown. */
import { Parser } from 'htmlparser2'

export interface PageTexts {
  /** A message may span several. */
  texts: string[]
  /** Each is a text of its own. */
  attributes: string[]
}

const SPOKEN = ['alt', 'title', 'aria-label', 'placeholder', 'data-less']
const DESCRIBED = ['description', 'og:title', 'og:description', 'og:image:alt']

/** `isData` marks the elements whose content is not the program's. */
export function readTexts(
  page: string,
  isData: (name: string, attributes: Record<string, string>) => boolean,
): PageTexts {
  const texts: string[] = []
  const attributes: string[] = []
  /** Whether each open element, or one around it, is data. */
  const open: boolean[] = [false]
  /** The parser hands out a text in pieces. */
  let isNext = false
  const parser = new Parser({
    onopentag(name, given) {
      isNext = false
      open.push(open.at(-1)! || isData(name, given))
      if (open.at(-1)) return
      attributes.push(...SPOKEN.flatMap(one => (given[one] ? [given[one]] : [])))
      if (DESCRIBED.includes(given.name ?? given.property ?? ''))
        attributes.push(given.content ?? '')
    },
    ontext(text) {
      if (open.at(-1)) return
      if (isNext) texts[texts.length - 1] += text
      else texts.push(text)
      isNext = true
    },
    onclosetag() {
      isNext = false
      open.pop()
    },
  })
  parser.end(page)
  return { texts, attributes }
}
