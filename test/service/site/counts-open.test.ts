import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createQueryDecoder } from '../../../src/http/query-string.ts'
import type { Insights } from '../../../src/model/insights.ts'
import { SearchArgs } from '../../../src/model/search.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { startTestApp } from '../../kit/app.ts'
import { demoBusiness, startDemoBuilder } from '../../kit/demo-site.ts'
import { BAR, VET } from '../../kit/made-businesses.ts'
import { readJson, startBuilder } from '../../kit/snapshot-builder.ts'

const decode = createQueryDecoder(SearchArgs)

/** How many reviews a search finds, by its address. */
function matchedAt({ search }: Snapshot, address: string): number {
  const decoded = decode(new URL(address, 'https://reviews.example').search.slice(1))
  if (!('args' in decoded)) assert.fail(`${address}: ${JSON.stringify(decoded.issues)}`)
  const { matched, unrecognized } = search(decoded.args)!
  assert.deepEqual(unrecognized, [], address)
  return matched
}

interface PublishedCount {
  count: number
  address: string
}

const SIDES = ['positive', 'neutral', 'negative']

/** Every count in the insights that has an address, wherever it is. */
function* countsIn(node: unknown): Generator<PublishedCount> {
  if (typeof node !== 'object' || node === null) return
  const fields = node as Record<string, unknown>
  const { search_url, search_urls, mention_count, review_count = mention_count } = fields
  if (typeof search_url === 'string') yield { count: review_count as number, address: search_url }
  const urls = (search_urls ?? {}) as Record<string, string>
  for (const side of new Set([...SIDES, ...Object.keys(urls)])) {
    const count = fields[`${side}_count`] ?? fields[side]
    const own = urls[side]
    // A year has one address; its sides are one filter away.
    if (typeof count === 'number')
      yield { count, address: own ?? `${search_url}&sentiment=${side}` }
  }
  for (const value of Object.values(fields)) yield* countsIn(value)
}

const LINK = /<a(?: class="\w+")? href="(\/reviews\?[^"]*)"[^>]*>(.*?)<\/a>/gs

/** Every number on a page that leads to a list of reviews; averages, shares and dates are none of them. */
const countsOn = (page: string): PublishedCount[] =>
  [...page.matchAll(LINK)].flatMap(([, path, content]) => {
    const text = content!
      .replaceAll(/<span[^>]* aria-hidden="true">[^<]*<\/span>|<[^>]+>/g, ' ')
      .replaceAll(/[\d.,]+\s*%|\d[.,]\d/g, '')
    const [number] = text.match(/\d+/g)?.slice(-1) ?? []
    const isCount = number !== undefined && !/^(?:19|20)\d\d$/.test(number)
    return isCount ? [{ count: Number(number), address: path!.replaceAll('&amp;', '&') }] : []
  })

/** Sentences about a number of reviews that leads nowhere; one that was removed or never shown is in no list. */
const unlinkedCounts = (page: string): string[] =>
  page
    .replaceAll(/<(a|blockquote|summary|title|script|head)\b.*?<\/\1>/gs, '')
    .replaceAll(/<\/(?:p|li|dt|dd|td|h\d)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .split(/\n|(?<=\.) /)
    .filter(text =>
      /\d+ (?:demo )?reviews?\b|^\d+ (?:is|are|was|were|has|have) |\((?!20)\d+\)|\d+ here/.test(
        text,
      ),
    )
    .filter(text => !/never shown|removed/.test(text))

const SITES: Record<string, (t: TestContext) => Promise<Snapshot>> = {
  demo: async t => await (await startDemoBuilder(t, demoBusiness)).build(),
  bar: t => build(t, BAR),
  vet: t => build(t, VET),
}

async function build(t: TestContext, { business, rows }: typeof BAR): Promise<Snapshot> {
  const builder = await startBuilder(t, business)
  await builder.take(rows)
  return await builder.build()
}

for (const [name, open] of Object.entries(SITES))
  describe(`The counts of a made-up business: ${name}`, () => {
    it('Each opens exactly as many reviews: in the insights, their sentences, and on all pages', async t => {
      const snapshot = await open(t)
      const { per_review, ...insights }: Insights = readJson(snapshot, '/insights.json')
      const inData = [...countsIn(insights)]
      assert.ok(inData.length > 50, String(inData.length))
      for (const { count, address } of inData)
        assert.equal(matchedAt(snapshot, address), count, address)
      checkSentences(insights)
      const { url, show } = await startTestApp(t)
      show(snapshot)
      const pages = [...snapshot.representations.values()]
        .filter(({ path }) =>
          /^\/(?:highlights|policy|summary\.md|faq\.md|(?:technicians|services|areas|aspects)\/.*)?$/.test(
            path,
          ),
        )
        .map(({ path }) => path)
      let onPages = 0
      for (const path of pages) {
        const page = await (await fetch(url + path)).text()
        if (!path.endsWith('.md')) assert.deepEqual(unlinkedCounts(page), [], path)
        for (const { count, address } of countsOn(page)) {
          onPages++
          assert.equal(matchedAt(snapshot, address), count, `${path}: ${address}`)
        }
      }
      t.diagnostic(`${inData.length} in the insights, ${onPages} on ${pages.length} pages`)
      assert.ok(onPages > 100, String(onPages))
    })
  })

/** A number in a sentence is the count of its link, and no other number is left without one. */
function checkSentences({ summary_claims, faq }: Omit<Insights, 'per_review'>): void {
  const statements = [
    ...summary_claims.map(({ text, links }) => ({ text, links })),
    ...faq.map(({ answer, links }) => ({ text: answer, links })),
  ]
  assert.ok(statements.length >= 8)
  for (const { text, links } of statements) {
    for (const { from, to, review_count } of links) {
      const words = text.slice(from, to)
      if (/^\d+$/.test(words) && !/^20\d\d$/.test(words))
        assert.equal(Number(words), review_count, text)
    }
    const rest = links
      .toReversed()
      .reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), text)
    const own = rest.replaceAll(/“.*?”|„.*?“|\$[\d,]+|(?:19|20)\d\d|12 (?:months|Monate)/g, '')
    assert.doesNotMatch(own, /\d/, text)
  }
}
