/** The ten questions of docs/agents.md: the calls are made, and the answers compared with the reviews themselves. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { ReviewInsight } from '../../../src/model/insights.ts'
import type { Review } from '../../../src/model/review.ts'
import { connect } from '../../kit/mcp.ts'
import { shareDemo } from '../../kit/shared.ts'

const agents = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')
const [, chapter] = agents.split('\n## Ten questions customers ask\n')
const [overview, ...sections] = chapter!.split(/^## /m)[0]!.split(/^### /m)

const MOST_CALLS = 3
const MOST_TOKENS = 4000
/** By how much a signature, which differs with each key, changes the count. */
const SIGNATURE_TOKENS = 15

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
type Result = any
type Call = { name: string; arguments: object }

interface Facts {
  /** As published. */
  reviews: Review[]
  results: Result[]
  /** All hits of the call with this number, whatever its limit. */
  allHits(call: number): Promise<Review[]>
  get(path: string): Promise<Result>
}

const isoDates = (reviews: Review[]) => reviews.map(({ date }) => date)
const idsOf = (reviews: Review[]) => reviews.map(({ id }) => id).sort()
const saying = (reviews: Review[], pattern: RegExp) =>
  reviews.filter(({ text }) => pattern.test(text ?? ''))
const assertSame = (found: Review[], expected: Review[]) =>
  assert.deepEqual(idsOf(found), idsOf(expected))
const assertWithin = (inner: Review[], outer: Review[]) => {
  const known = new Set(idsOf(outer))
  for (const { id, text } of inner) assert.ok(known.has(id), `${text}`)
}

const isNegative = ({ sentiment }: { sentiment: string }) => sentiment === 'negative'
const criticizes = (reading: ReviewInsight) =>
  reading.aspects.some(isNegative) || (reading.basis !== 'rating' && isNegative(reading))

/** For each question what the reviews say, in the words of the document, after a comparison with what the tools say. */
const ANSWERS: Record<string, (facts: Facts) => Promise<string> | string> = {
  async 'Whom should I ask for, for a heat pump?'({ reviews, results: [service], allHits }) {
    const about = saying(reviews, /heat pump/i)
    const namings = [
      'Mike',
      'Danielle',
      'Tomas',
      'Pri?ya|Pria|Raman',
      'Mark|Sutter',
      'Grace',
      'Jordan',
      'Ray\\b',
    ].map(name => saying(about, new RegExp(name)).length)
    assert.equal(Math.max(...namings), namings[3])
    assert.equal(service.with[0].label, 'Priya Raman')
    const found = await allHits(1)
    assertWithin(found, saying(about, /Priya|Pria|Raman/))
    const liked = found.filter(({ rating }) => rating >= 4)
    return `Priya Raman: ${found.length} of the ${service.mention_count} reviews about heat pump installation name her, more than anyone else, and ${liked.length} of them give four or five stars.`
  },
  async 'What do customers complain about when it comes to price?'({ reviews, allHits }) {
    const found = await allHits(0)
    assertWithin(
      found,
      saying(
        reviews,
        /\$|\bbucks\b|pric|\bfees?\b|charge|\bpaid\b|\bpay\b|bill|invoice|\bcosts\b|expensive|cobr|Rechnung/i,
      ),
    )
    assertWithin(
      saying(reviews, /is too much\b|steep|diagnostic fee nobody|AFTER HOURS FEE/),
      found,
    )
    // The words decide: one who is happy says that it hurts.
    for (const { rating, text } of found) assert.ok(rating <= 4 || text!.includes('which hurts'))
    return `${found.length} reviews criticize the price, the latest on ${found[0]!.date}.`
  },
  async 'Were they late in 2024?'({ reviews, results: [punctuality], allHits }) {
    const of2024 = reviews.filter(({ date }) => date.startsWith('2024'))
    const found = await allHits(1)
    assertWithin(found, saying(of2024, /nobody came|turned into/i))
    assertWithin(saying(of2024, /nobody came|no[- ]show|running behind|hours? late/i), found)
    const { negative_count } = punctuality.yearly.find(
      ({ year }: { year: number }) => year === 2024,
    )
    assert.equal(negative_count, found.length)
    const [latest, ...earlier] = isoDates(found)
    return `${found.length} reviews of 2024 complain about it: ${earlier.reverse().join(', ')} and ${latest}.`
  },
  async 'Do they ever fail to show up?'({ reviews, allHits }) {
    const [noShow, nobody] = [await allHits(0), await allHits(1)]
    assertSame(noShow, saying(reviews, /\bno[- ]?shows?\b/i))
    const critical = reviews.filter(({ rating }) => rating <= 2)
    assertSame(nobody, saying(critical, /nobody came|came and nobody/i))
    return `Yes: ${noShow.length} review says "no show" (${noShow[0]!.date}), and ${nobody.length} say that nobody came, the latest on ${nobody[0]!.date}.`
  },
  async 'Do they serve Millbrook?'({ reviews, results: [{ business }], allHits }) {
    const areas = business.service_areas.map(({ label }: { label: string }) => label)
    assert.ok(areas.includes('Millbrook Heights'))
    const found = await allHits(1)
    assertSame(found, saying(reviews, /millbrook/i))
    return `Yes: the business lists Millbrook Heights, and ${found.length} reviews mention it, the latest on ${found[0]!.date}.`
  },
  'Has the quality dropped?'({ reviews, results: [summary, quality] }) {
    const years = Object.values(Object.groupBy(reviews, ({ date }) => date.slice(0, 4)))
    const averages = years.map(
      some => some!.reduce((sum, { rating }) => sum + rating, 0) / some!.length,
    )
    assert.ok(Math.max(...averages) - Math.min(...averages) < 0.5)
    assert.equal(summary.trend.direction, 'stable')
    const shares = quality.yearly.map(
      ({ year, mention_count, positive_count }: Record<string, number>) =>
        `${positive_count} of ${mention_count} in ${year}`,
    )
    return `No clear change: ratings are ${summary.trend.direction}, and of the reviews that mention the quality of work, ${shares.slice(0, -1).join(', ')} and ${shares.at(-1)} are positive.`
  },
  async 'What does a tune-up cost?'({ reviews, results: [{ faq }], allHits }) {
    const found = await allHits(1)
    const priced = saying(saying(reviews, /tune[- ]?up/i), /\$/)
    assertSame(found, priced)
    const amounts = priced.flatMap(({ text }) =>
      [...text!.matchAll(/\$(\d+)/g)].map(([, amount]) => Number(amount)),
    )
    const range = `$${Math.min(...amounts)} to $${Math.max(...amounts)}`
    assert.ok(faq[0].answer.includes(`Maintenance ${range}`), faq[0].answer)
    return `${range}, according to ${found.length} reviews.`
  },
  async 'How do they handle complaints?'({ reviews, results: [{ faq }], allHits, get }) {
    const { per_review } = await get('/insights.json')
    const critical = reviews.filter(({ id, rating }) => rating <= 2 || criticizes(per_review[id]))
    const answered = critical.filter(({ owner_reply }) => owner_reply)
    assertSame(await allHits(1), answered)
    const answer = `The business replied to ${answered.length} of the ${critical.length} critical reviews.`
    assert.ok(faq[0].answer.startsWith(answer), faq[0].answer)
    return answer
  },
  async 'Are reviews missing?'({ reviews, results: [history], get }) {
    const { changes } = await get('/api/reviews/changes?limit=1000')
    const withOp = (wanted: string) =>
      new Set(
        changes
          .filter(({ op }: { op: string }) => op === wanted)
          .map(({ review_id }: { review_id: string }) => review_id),
      ).size
    const { ever_published, shown, withheld, removed, edited, log_entries } = history
    assert.deepEqual([withheld, removed], [{}, {}])
    assert.deepEqual([shown, ever_published], [reviews.length, withOp('add')])
    const { verification } = JSON.parse(
      readFileSync(new URL('../../../demo/business.json', import.meta.url), 'utf8'),
    )
    // Each rule of the business file is an entry that is about no review.
    const rules = Object.keys(verification).length
    assert.deepEqual([edited, log_entries], [withOp('edit'), changes.length + rules])
    return `No: of ${ever_published} reviews ever published, ${shown} are shown; ${edited} were edited.`
  },
  async 'Which reviews name Danielle Okafor?'({ reviews, allHits }) {
    const named = saying(reviews, /\b(?:Danielle|Danyelle|Dani|Okafor)\b/i)
    const found = await allHits(0)
    assertWithin(found, named)
    return `${found.length} reviews, the latest on ${found[0]!.date}. A search of the texts by hand finds ${named.length}: the tool leaves out one in a language that the service does not read, and one with the name misspelled in lower case.`
  },
}

describe('The questions in docs/agents.md', () => {
  const shared = shareDemo()
  const measured = new Map<string, { calls: number; tokens: number }>()
  let reviews: Review[]
  before(async () => {
    ;({ reviews } = (await shared.client.get('/reviews.json')).json)
  })

  const readSection = (section: string) => {
    const [, question, json, answer] = /^(.+?)\n\n```json\n(.+?)```\n\n(.+?)\n\s*$/s.exec(section)!
    return {
      question: question!,
      calls: JSON.parse(json!) as Call[],
      answer: answer!.replaceAll('\n', ' '),
    }
  }

  it('The document docs/agents.md has the ten questions that are checked', () => {
    assert.deepEqual(
      sections.map(section => readSection(section).question),
      Object.keys(ANSWERS),
    )
  })

  for (const section of sections) {
    const { question, calls, answer } = readSection(section)
    it(`The document docs/agents.md answers "${question}" as the reviews do`, async () => {
      await using client = await connect(shared.url, 'modern')
      const ask = async (call: Call) => {
        const { isError, content, structuredContent } = await client.callTool(call)
        assert.ok(!isError, content[0]!.text)
        return { text: content[0]!.text, result: structuredContent }
      }
      const made = await Promise.all(calls.map(ask))
      const texts = made.map(({ text }) =>
        text.replaceAll(shared.url, 'https://reviews.example.com'),
      )
      const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0)
      measured.set(question, { calls: calls.length, tokens })
      assert.ok(
        calls.length <= MOST_CALLS && tokens <= MOST_TOKENS,
        `${calls.length} calls, ${tokens} tokens`,
      )
      const expected = await ANSWERS[question]!({
        reviews,
        results: made.map(({ result }) => result),
        async allHits(number) {
          const all = { ...calls[number]!.arguments, limit: 100 }
          return (await ask({ name: 'search_reviews', arguments: all })).result.reviews
        },
        get: async path => (await shared.client.get(path)).json,
      })
      assert.equal(answer, expected)
    })
  }

  it('The document docs/agents.md states the calls and tokens of each question, within a few percent', () => {
    const rows = [...overview!.matchAll(/^\| (.+) \| (\d+) \| ([\d,]+) \|$/gm)]
    assert.equal(rows.length, measured.size)
    for (const [, question, calls, shown] of rows) {
      const real = measured.get(question!)!
      const tokens = Number(shown!.replaceAll(',', ''))
      assert.equal(Number(calls), real.calls, question!)
      assert.ok(
        Math.abs(tokens - real.tokens) <= SIGNATURE_TOKENS + real.tokens / 20,
        `${question} ${real.tokens} tokens`,
      )
    }
  })
})
