/** The colors that everything else is built from, light and dark; tokens.css has type sizes and spacing. */
import { mix, readableOn } from '../base/color.ts'
import { siteCss } from './read-css.ts'

interface Palette {
  page: string
  surface: string
  ink: string
  muted: string
  line: string
  /** The color of praise: never the owner's color, which might be the one for criticism. */
  good: string
  bad: string
}

export const LIGHT: Palette = {
  page: '#fbfaf7',
  surface: '#ffffff',
  ink: '#1c1b19',
  muted: '#5d5a53',
  line: '#dcd8cf',
  good: '#0f766e',
  bad: '#b4472f',
}
export const DARK: Palette = {
  page: '#131514',
  surface: '#1b1e1c',
  ink: '#e8e6e0',
  muted: '#a8a69e',
  line: '#353935',
  good: '#4fb8a8',
  bad: '#e58a72',
}

/** This contrast keeps a color readable even on a surface tinted with it. */
const ON_TINT = 5.5

/** Darkens or lightens the owner's color until it is readable on the page, so any color works. */
export function declare(
  { page, surface, ink, muted, line, good, bad }: Palette,
  accentColor: string,
): string {
  const accent = readableOn(accentColor, surface, ON_TINT)
  return `--page:${page};--surface:${surface};--ink:${ink};--muted:${muted};--line:${line};--good:${good};--bad:${bad};
--accent:${accent};--accent-ink:${readableOn(page, accent)};--tint:${mix(accent, surface, 0.09)}`
}

export const renderTokens = (
  accentColor: string,
) => `${siteCss('tokens')}:root{${declare(LIGHT, accentColor)}}
@media screen and (prefers-color-scheme:dark){:root{${declare(DARK, accentColor)}}}
`
