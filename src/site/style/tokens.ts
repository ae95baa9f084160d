/** The values everything else is built from: light and dark colors, type sizes, spacing. */
import { mix, readableOn } from '../base/color.ts'

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

/** Readable even on a surface tinted with the color itself. */
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

/**
 * One family. Helvetica, Arial, Liberation Sans and Arimo share their widths, so lines break alike on every system; where
 * there is none of them, DejaVu Sans is scaled to those widths.
 */
const FALLBACK = `@font-face{font-family:"As Arial";src:local("DejaVu Sans");size-adjust:88%}
@font-face{font-family:"As Arial";font-weight:600 900;src:local("DejaVu Sans Bold");size-adjust:84%}
`

export const renderTokens = (
  accentColor: string,
) => `${FALLBACK}:root{color-scheme:light dark;${declare(LIGHT, accentColor)};
--sans:"Helvetica Neue",Helvetica,Arial,"Liberation Sans",Arimo,Roboto,"As Arial",sans-serif;
--mono:ui-monospace,"Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace;
--step--1:.875rem;--step-0:1rem;--step-1:1.125rem;--step-2:1.3125rem;--step-3:1.5rem;--step-4:clamp(1.625rem,1.45rem + .8vw,2.25rem);
--space-1:4px;--space-2:8px;--space-3:12px;--space-4:16px;--space-5:24px;--space-6:40px;--space-7:64px;
--bar:24px;--target:44px;--radius:8px}
@media screen and (prefers-color-scheme:dark){:root{${declare(DARK, accentColor)}}}
`
