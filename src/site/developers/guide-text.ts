/** The text of the guide: one Markdown file per page, in which {{names}} stand for what differs between sites. */
import { readFileSync } from 'node:fs'
import { lexer, parser, type Token, type Tokens } from 'marked'
import { oncePerValue } from '../../model/once-per.ts'
import { codeFile } from '../../package/package-files.ts'
import { type Html, html, raw } from '../base/markup.ts'
import { type CodeLanguage, renderCode, renderTabs } from './code-blocks.ts'

/** HTML whose names are not filled in. */
interface GuideText {
  title: string
  intro: string
  chapters: { anchor: string; title: string; content: string }[]
}

/** Each file is read once: the program does not change while it runs. */
export const readGuideText = oncePerValue((page: string) =>
  parseGuideText(readFileSync(codeFile(`site/developers/guide/${page}.md`), 'utf8')),
)

/** `# Title`, an introduction, and chapters: `## Title {#anchor}`. */
export function parseGuideText(markdown: string): GuideText {
  const [first, ...others] = splitAtHeadings(lexer(markdown))
  const chapters = others.map(({ heading, tokens }) => {
    const [, title, anchor] = /^(.*) \{#(\w+)\}$/.exec(heading)!
    return { anchor: anchor!, title: title!, content: renderBlocks(tokens, anchor!) }
  })
  return { title: first!.heading, intro: renderBlocks(first!.tokens, ''), chapters }
}

function splitAtHeadings(tokens: Token[]): { heading: string; tokens: Token[] }[] {
  const parts: { heading: string; tokens: Token[] }[] = []
  for (const token of tokens)
    if (token.type === 'heading') parts.push({ heading: token.text, tokens: [] })
    else if (token.type !== 'space') parts.at(-1)!.tokens.push(token)
  return parts
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code'

/** A name alone on a line stands for blocks, not for a paragraph. */
const BLOCK = /^\{\{\w+\}\}$/

function renderBlocks(tokens: Token[], anchor: string): string {
  const groups: Token[][] = []
  for (const token of tokens)
    if (isCode(token) && groups.at(-1)?.every(isCode)) groups.at(-1)!.push(token)
    else groups.push([token])
  const blocks = groups.map(group => {
    if (group.every(isCode)) return renderCodes(group, anchor)
    const text = group[0]!.raw.trim()
    return BLOCK.test(text) ? text : parser(group).trim()
  })
  return blocks.join('\n')
}

/** The first line of a block gives its language and its name; blocks that follow each other are the same in other languages. */
function renderCodes(codes: Tokens.Code[], anchor: string): string {
  const [, , name] = /^(\w+) (.+)$/.exec(codes[0]!.lang!)!
  const blocks = codes.map(({ lang, text }) => ({
    language: lang!.split(' ')[0] as CodeLanguage,
    text,
  }))
  return String(
    blocks.length > 1
      ? renderTabs(`tabs-${anchor}`, name!, blocks)
      : renderCode(name!, blocks[0]!.language, blocks[0]!.text),
  )
}

export type GuideValues = Readonly<Record<string, Html | string | number>>

/** Fills in names. What a value contains is shown as it is, even if it looks like a name. */
export const fillIn = (text: string, values: GuideValues): Html =>
  raw(
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`The guide needs a value for ${name}.`)
      return String(html`${value}`)
    }),
  )
