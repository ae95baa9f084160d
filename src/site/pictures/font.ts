/** What the layout of a picture must know about a font, as its renderer sees it: which letters it has, and how wide they are. */
import { Resvg } from '@resvg/resvg-wasm'
import { oncePerValue } from '../../model/once-per.ts'
import { html } from '../base/markup.ts'

export interface Font {
  has(letter: string): boolean
  /** In ems, as drawn: with kerning, and letters joined where the script joins them. */
  widthOf(text: string): number
}

/** So many units make an em in DejaVu: at this size every measure is a whole number, and so exact. */
const UNITS_PER_EM = 2048
/** Drawn without ink, so the renderer cannot tell them from missing letters. */
const BLANK = /[\p{Zs}\u200C\u200D]/u
/** Characters that XML forbids or that have no visible form. */
const UNREADABLE = /\p{C}/u

/** The renderer must have been started. The glyph for missing letters must be blank, as that of a subset is. */
export function measureFont(bytes: Uint8Array): Font {
  const options = { font: { fontBuffers: [bytes], defaultFontFamily: 'DejaVu Sans' } }

  /** The width of the ink; null where there is none. */
  function inkWidth(text: string): number | null {
    const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text font-family="DejaVu Sans" font-size="${UNITS_PER_EM}">${text}</text></svg>`
    const picture = new Resvg(String(svg), options)
    const width = picture.getBBox()?.width ?? null
    picture.free()
    return width
  }

  // To ask the renderer takes a millisecond, and a layout asks for the same text at several sizes.
  const has = oncePerValue(
    (letter: string) =>
      BLANK.test(letter) || (!UNREADABLE.test(letter) && inkWidth(letter) !== null),
  )
  // Between two bars, because ink alone leaves out the space around it.
  const between = oncePerValue((text: string) => inkWidth(`|${text}|`)!)
  return { has, widthOf: text => (between(text) - between('')) / UNITS_PER_EM }
}
