/** The one stylesheet of all pages, the colors that it is built from, and how stylesheets are read. */
import { readFileSync } from 'node:fs'
import type { SiteSettings } from '../../model/business.ts'
import { oncePerValue } from '../../model/once-per.ts'
import { codeFile } from '../../package/package-files.ts'
import { type Document, withFingerprint } from '../../publish/documents/document.ts'
import { mix, readableOn } from '../base/color.ts'
import palettes from './palettes.json' with { type: 'json' }

/** The parts are in the order of the cascade. */
const PARTS =
  'base parts charts pages highlights home reviews developers owners-embed review-us print'

type Styled = { site: Pick<SiteSettings, 'accent_color'> }

/** The stylesheet is joined once for all pages, which link to it by its fingerprint. */
export const renderStylesheet = ({ site }: Styled): Document[] => inColor(site.accent_color)

const inColor = oncePerValue((color: string) => withFingerprint(joinParts(color)), 1)

/** The address where pages find the stylesheet. */
export const stylesheetPath = (styled: Styled) => renderStylesheet(styled)[1]!.path

export const STYLESHEET_PATH = '/site.css'

const joinParts = (color: string): Document => ({
  path: STYLESHEET_PATH,
  contentType: 'text/css; charset=utf-8',
  body: [renderTokens(color), ...PARTS.split(' ').map(siteCss)].join(''),
})

/** The color of praise is never the owner's color, which might be the one for criticism. */
export const { light: LIGHT, dark: DARK } = palettes

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

export const renderTokens = (accentColor: string) =>
  `${siteCss('tokens')}:root{${declare(LIGHT, accentColor)}}
@media screen and (prefers-color-scheme:dark){:root{${declare(DARK, accentColor)}}}
`

/** One of the stylesheets beside this file. */
export const siteCss = (name: string) => readCss(codeFile(`site/style/${name}.css`))

/** Each file is read once: the program does not change while it runs. */
export const readCss = ({ href }: URL) => readHref(href)
const readHref = oncePerValue((href: string) => minify(readFileSync(new URL(href), 'utf8')))

/** Drops comments and white space. No string in our stylesheets contains any of it. */
const minify = (css: string) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .replaceAll('}', '}\n')
    .trimStart()
