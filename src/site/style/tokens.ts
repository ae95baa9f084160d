/** The colors that everything else is built from, light and dark; tokens.css has type sizes and spacing. */
import { mix, readableOn } from '../base/color.ts'
import { siteCss } from './read-css.ts'

export const LIGHT = {
  page: '#fbfaf7',
  surface: '#ffffff',
  ink: '#1c1b19',
  muted: '#5d5a53',
  line: '#dcd8cf',
  // The color of praise is never the owner's color, which might be the one for criticism.
  good: '#0f766e',
  bad: '#b4472f',
}
export const DARK: typeof LIGHT = {
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
export function declare(palette: typeof LIGHT, accentColor: string): string {
  const { page, surface } = palette
  const accent = readableOn(accentColor, surface, ON_TINT)
  const colors = Object.entries(palette).map(([name, color]) => `--${name}:${color};`)
  return `${colors.join('')}
--accent:${accent};--accent-ink:${readableOn(page, accent)};--tint:${mix(accent, surface, 0.09)}`
}

export const renderTokens = (
  accentColor: string,
) => `${siteCss('tokens')}:root{${declare(LIGHT, accentColor)}}
@media screen and (prefers-color-scheme:dark){:root{${declare(DARK, accentColor)}}}
`
