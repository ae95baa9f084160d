/** Text that Markdown must not take for its own: every sign that means something where it stands gets a backslash. */

/**
 * What could begin or end something within a line: code, emphasis, links, images, HTML, cells of a table, entities; and the
 * addresses of which GitHub's dialect makes links by itself.
 */
const SIGNS =
  /[\\`*[\]<|~]|(?<![a-z\d])_|_(?![a-z\d])|&(?=#?\w+;)|:(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=[\w.-])/gi

const ESCAPED_BRACKET = /\\[[\]]/g

/** Within a link some readers of Markdown take an escaped bracket for a bracket. */
export function escapeText(text: string, isInLink: boolean): string {
  const escaped = text.replace(SIGNS, '\\$&')
  return isInLink ? escaped.replace(ESCAPED_BRACKET, sign => `&#${sign.charCodeAt(1)};`) : escaped
}

/** What could begin something at the start of a line: a heading or its underline, a list, a quotation, the second row of a table. */
const LINE_START =
  /^( *(?:\d{1,9}(?=[.)](?:\s|$)))?)(#(?=#{0,5}(?:\s|$))|[-+](?=\s|$)|-(?=[-:])|=(?==*\s*$)|>|:(?=-)|(?<=\d)[.)])/gm

export const escapeLineStarts = (text: string) => text.replace(LINE_START, '$1\\$2')

/** Code within a line, between more backticks than stand together in it. */
export function codeSpan(code: string): string {
  const runs = code.match(/`+/g) ?? []
  const ticks = '`'.repeat(1 + Math.max(0, ...runs.map(run => run.length)))
  const padding = /^`|`$/.test(code) ? ' ' : ''
  return ticks + padding + code + padding + ticks
}
