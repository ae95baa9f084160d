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
  page: '#faf9f6',
  surface: '#ffffff',
  ink: '#1d1b18',
  muted: '#5f5a52',
  line: '#dfdad0',
  good: '#0f766e',
  bad: '#b4472f',
}
export const DARK: Palette = {
  page: '#151412',
  surface: '#1f1d1a',
  ink: '#ece8df',
  muted: '#aca599',
  line: '#3a3731',
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

export const renderTokens = (
  accentColor: string,
) => `:root{color-scheme:light dark;${declare(LIGHT, accentColor)};
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;
--serif:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",Georgia,serif;
--mono:ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;
--step--1:.875rem;--step-0:1rem;--step-1:1.1875rem;--step-2:1.4375rem;--step-3:1.875rem;--step-4:clamp(2.125rem,1.6rem + 2.4vw,3.125rem);
--space-1:4px;--space-2:8px;--space-3:12px;--space-4:16px;--space-5:24px;--space-6:40px;--space-7:64px;
--radius:10px}
@media screen and (prefers-color-scheme:dark){:root{${declare(DARK, accentColor)}}}
`
