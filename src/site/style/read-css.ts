/** Reads stylesheets, and drops what only people who edit them need. */
import { readFileSync } from 'node:fs'

/** One of the stylesheets beside this file. */
export const siteCss = (name: string) => readCss(new URL(`./${name}.css`, import.meta.url))

const known = new Map<string, string>()

/** Each file is read once: the program does not change while it runs. */
export function readCss(file: URL): string {
  const css = known.get(file.href) ?? minify(readFileSync(file, 'utf8'))
  known.set(file.href, css)
  return css
}

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
