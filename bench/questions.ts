/** Plays questions that assistants are asked against the demo, over MCP, and compares each answer with the reviews themselves. */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { connect, type McpClient } from '../test/kit/mcp.ts'
import { makeFolder } from './cleanup.ts'
import { type Asked, type Facts, QUESTIONS } from './questions-asked.ts'
import { startServe } from './serve.ts'
import { formatTable } from './table.ts'

const MOST_CALLS = 3
const MOST_TOKENS = 3000
const HEADING =
  '## Questions that assistants are asked, against the demo (`npm run bench questions`)'

export async function benchQuestions(): Promise<void> {
  const folder = makeFolder()
  const serve = await startServe(folder, `sqlite:${folder}/empty.db`)
  const facts = await readFacts(serve.url)
  await using client = await connect(serve.url, 'modern')
  const rows = []
  for (const asked of QUESTIONS) rows.push(await play(client, serve.url, asked, facts))
  await serve.stop()
  const good = rows.filter(row => row.at(-1) === 'yes').length
  const table = formatTable(['question', 'calls', 'tokens', 'as the reviews say'], rows)
  const text = `${HEADING}\n\nAt most ${MOST_CALLS} calls and ${MOST_TOKENS.toLocaleString('en')} tokens each (o200k): ${good} of ${rows.length}.\n\n${table}\n`
  process.stdout.write(`\n${text}`)
  writeResults(HEADING, text)
}

async function readFacts(url: string): Promise<Facts> {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the path serves
  const get = async (path: string): Promise<any> => (await fetch(url + path)).json()
  while ((await fetch(`${url}/insights.json`)).status !== 200) await sleep(200)
  const insights = await get('/insights.json')
  const { changes } = await get('/api/reviews/changes?limit=1000')
  const edits = changes.filter(({ op }: { op: string }) => op === 'edit')
  return {
    reviews: (await get('/reviews.json')).reviews,
    read: insights.per_review,
    edited: new Set(edits.map(({ review_id }: { review_id: string }) => review_id)),
  }
}

async function play(client: McpClient, url: string, asked: Asked, facts: Facts): Promise<string[]> {
  const results = []
  let tokens = 0
  for (const call of asked.calls) {
    const { content, structuredContent, isError } = await client.callTool(call)
    if (isError) return [asked.question, '-', '-', content[0]!.text]
    tokens += countTokens(content[0]!.text.replaceAll(url, 'https://reviews.example.com'))
    results.push(structuredContent)
  }
  const [told, counted] = [asked.told(results), asked.counted(facts)]
  const isRight = isDeepStrictEqual(told, counted)
  const isShort = asked.calls.length <= MOST_CALLS && tokens <= MOST_TOKENS
  const verdict = isRight
    ? isShort
      ? 'yes'
      : 'too long'
    : `no: ${JSON.stringify([told, counted]).slice(0, 160)}`
  return [asked.question, String(asked.calls.length), String(tokens), verdict]
}

/** Replaces the section of a heading in the file of results, or adds it. */
export function writeResults(heading: string, section: string): void {
  const file = new URL('./RESULTS.md', import.meta.url)
  const sections = readFileSync(file, 'utf8').split(/\n(?=## )/)
  const others = sections.filter(one => !one.startsWith(heading))
  writeFileSync(file, `${[...others.map(one => one.trimEnd()), section.trimEnd()].join('\n\n')}\n`)
}
