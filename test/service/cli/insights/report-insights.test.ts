import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { type InsightsOptions, insights } from '../../../../src/cli/insights/report-insights.ts'
import { ulidOf } from '../../../../src/ingest/merge/identity.ts'
import { createAnalyzer } from '../../../../src/insights/analyze.ts'
import { readReview } from '../../../../src/insights/read-review.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import { type EntityInsight, Insights } from '../../../../src/model/insights.ts'
import { runCommand } from '../../../kit/command.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { assertPlain, assertRejected, assertRejectedAsJson } from '../../../kit/rejection.ts'
import { business, type Row, rows } from '../../../kit/rows.ts'
import { importInto } from '../../../kit/service.ts'
import { buildSnapshot, engine } from '../../../kit/snapshot-builder.ts'

const TEXTS = [
  'Rosa was on time and very friendly. The price was fair.',
  'Bobby unclogged the drain in Old Town, but the price was much too high. Never again.',
  'The water heater leaks again. Nobody called back, terrible communication.',
  'Great work, honest people, and they cleaned up after themselves.',
  'Quick, professional and not expensive. I would recommend Rosa to anyone.',
]
const textRows = (count: number) => rows(count, number => ({ text: TEXTS[number % TEXTS.length] }))

async function makeStore(t: TestContext, made: Row[], file: unknown = business): Promise<Folder> {
  const folder = await makeFolder(t)
  await folder.write('business.json', file)
  await importInto(folder.databaseUrl, made, file)
  return folder
}

interface Terminal {
  isTTY?: boolean
  columns?: number
  env?: Record<string, string>
}

/** In this process, with a fake terminal. */
/** That of the Snapshots that tests build. */
const BASE_URL = 'https://reviews.example'

async function show(
  { path, databaseUrl }: Folder,
  options: Partial<InsightsOptions> = {},
  { isTTY = false, columns, env = {} }: Terminal = {},
): Promise<{ stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof written) => ({
    isTTY,
    columns,
    hasColors: () => true,
    write: (text: string) => (written[name] += text),
  })
  const streams = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env,
  } as unknown as NodeJS.Process
  const businessFile = `${path}/business.json`
  assert.equal(
    await insights(
      { baseUrl: BASE_URL, databaseUrl, businessFile, json: false, ...options },
      streams,
    ),
    0,
  )
  return written
}

const run = ({ path, databaseUrl }: Folder, ...args: string[]) =>
  runCommand(['insights', ...args], { cwd: path, env: { DATABASE_URL: databaseUrl } })

const linesOf = (text: string) => text.trimEnd().split('\n')

describe('firsthand insights', { concurrency: 3 }, () => {
  it('The insights command shows the published insights, number by number', async t => {
    const folder = await makeStore(t, textRows(40))
    const { code, stdout, stderr } = await run(folder)
    assert.deepEqual([code, stderr], [0, ''])
    assertPlain(stdout)
    const published = (await buildSnapshot(t, textRows(40))).insights
    const { entities, aspects, coverage } = published
    assert.match(
      stdout,
      /^Test & Sons Plumbing\n40 reviews, 2020-01-01 to 2020-02-09: 3 stars, score [+-]?0\.\d\d/,
    )
    assert.ok(
      stdout.includes(
        `${coverage.read} texts analyzed (${Math.round((100 * coverage.read) / 40)}%)`,
      ),
    )
    assert.ok(
      aspects.length > 3 && entities.technicians.length === 2 && entities.services.length === 2,
    )
    const [mentioned, others] = [true, false].map(wanted =>
      aspects.filter(({ mention_count }) => mention_count > 0 === wanted),
    )
    for (const one of others!) assert.ok(!stdout.includes(`\n${one.label} `), one.label)
    for (const one of [...mentioned!, ...Object.values(entities).flatMap(list => list.slice(0, 8))])
      assert.deepEqual(numbersOf(stdout, one.label), countsOf(one), one.label)
    const prose = stdout.replaceAll('\n', ' ')
    const { temporal, summary, pull_quote } = published
    for (const words of [temporal.trend.basis, ...summary!.split('\n\n'), pull_quote!.text])
      assert.ok(prose.includes(words), words)
  })

  it('The insights command shows eight of each kind and says how many more there are', async t => {
    const areas = Array.from({ length: 11 }, (_, number) => ({
      id: `a${number}`,
      label: `Quarter ${number}x`,
    }))
    const made = rows(11, number => ({ text: `They came to Quarter ${number}x at once.` }))
    const { stdout } = await show(await makeStore(t, made, { ...business, service_areas: areas }))
    const section = stdout.slice(stdout.indexOf('AREAS')).split('\n\n')[0]!
    assert.equal(section.match(/Quarter/g)!.length, 8)
    assert.equal(linesOf(section).at(-1), 'and 3 more')
  })

  it('The numbers of firsthand insights are right-aligned', async t => {
    const { stdout } = await show(await makeStore(t, textRows(40)))
    const table = linesOf(stdout).filter(line => / \d+ +\d+ +\d+ +\d+ +\d+%/.test(line))
    const title = linesOf(stdout).find(line => line.startsWith('ASPECTS'))!
    assert.ok(table.length > 6)
    for (const name of ['MENTIONS', 'NEUTRAL', 'NEGATIVE', 'SHARE']) {
      const end = title.indexOf(name) + name.length
      for (const line of table)
        assert.match(line.slice(end - 1, end + 1), /^[\d%] $/, `${name} in ${line}`)
    }
  })

  for (const columns of [40, 60, 80, 100, 240])
    it(`The output of firsthand insights fits a terminal of ${columns} columns and is at most 100 wide`, async t => {
      const file = { ...business, name: 'A name of a business that goes on and on, '.repeat(4) }
      const { stdout } = await show(
        await makeStore(t, textRows(12), file),
        {},
        { isTTY: true, columns, env: { NO_COLOR: '1' } },
      )
      for (const line of linesOf(stdout)) assert.ok(line.length <= Math.min(columns, 100), line)
      assert.match(stdout, /^Rosa Méndez +5\b/m)
    })

  it('The insights command uses color on a terminal only, and never with NO_COLOR', async t => {
    const folder = await makeStore(t, textRows(12))
    const { stdout: plain } = await show(folder)
    const { stdout: colored } = await show(folder, {}, { isTTY: true })
    const { stdout: unwanted } = await show(folder, {}, { isTTY: true, env: { NO_COLOR: '1' } })
    assertPlain(plain)
    assert.match(colored, /\u001b\[1m/)
    const withoutEnds = (text: string) => text.replace(/ +$/gm, '')
    assert.equal(withoutEnds(stripVTControlCharacters(colored)), plain)
    assert.equal(unwanted, plain)
  })

  it('The insights command shows progress while it analyzes many new texts, and none for known texts', async t => {
    const folder = await makeStore(t, rows(600))
    const { stderr } = await show(folder, {}, { isTTY: true })
    assert.match(stderr, /^\rAnalyzing [█░]{30} \d+\/600/)
    assert.ok(stderr.endsWith('\r\u001b[2K'))
    assert.equal((await show(folder, {}, { isTTY: true })).stderr, '')
  })

  it('The command insights --json prints the insights as JSON', async t => {
    const { stdout } = await show(await makeStore(t, textRows(30)), { json: true })
    const { generated_at, ...printed } = Insights.omit({ per_review: true })
      .strict()
      .parse(JSON.parse(stdout))
    const { generated_at: _, ...published } = (await buildSnapshot(t, textRows(30))).insights
    assert.deepEqual(printed, JSON.parse(JSON.stringify(published)))
  })

  for (const args of [[], ['--json'], ['--suggest'], ['--explain', '01HX7ZZZ']])
    it(`The command ${['insights', ...args].join(' ')} says what to do when there is no business`, async t => {
      const folder = await makeFolder(t)
      await importInto(folder.databaseUrl, [])
      const finished = await run(folder, ...args)
      const message =
        /^There is no business yet\. Describe it in business\.json, then run firsthand import FILE\.$/m
      if (args.includes('--json')) assertRejectedAsJson(finished, 'failed', message)
      else assertRejected(finished, 1, message)
    })

  for (const args of [[], ['--json'], ['--suggest'], ['--explain', '01HX7ZZZ']])
    it(`The command ${['insights', ...args].join(' ')} says what to do when the business has no reviews`, async t => {
      const finished = await run(await makeStore(t, []), ...args)
      const message =
        /^Test & Sons Plumbing has no published reviews yet\. Run firsthand import FILE\.$/m
      if (args.includes('--json')) assertRejectedAsJson(finished, 'failed', message)
      else assertRejected(finished, 1, message)
    })

  for (const args of [
    ['--explain', '01HX7ZZZ', '--suggest'],
    ['--eval', 'file.jsonl', '--suggest'],
    ['--explain', '01HX7ZZZ', '--eval', 'file.jsonl'],
  ])
    it(`The insights command rejects ${args.join(' ')} together`, async t => {
      const { code, stdout, stderr } = await run(await makeFolder(t), ...args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /cannot be used with option/)
    })
})

/** The numbers behind a label of the table. */
function numbersOf(table: string, label: string): number[] {
  const line = linesOf(table).find(one => one.startsWith(`${label} `))
  return line ? line.slice(label.length).match(/\d+/g)!.map(Number) : []
}

const countsOf = (
  one: Pick<EntityInsight, keyof EntityInsight & `${string}_${'count' | 'pct'}`>,
) => [
  one.mention_count,
  one.positive_count,
  one.neutral_count,
  one.negative_count,
  Math.round(one.positive_pct),
]

describe('firsthand insights --explain', { concurrency: 3 }, () => {
  const made: Row[] = [
    { ...textRows(1)[0], source_id: 'a', date: '2024-05-01', author: 'Ada M.', rating: 4 },
    {
      ...textRows(1)[0],
      source_id: 'b',
      date: '2025-05-01',
      text: 'Bobby nagyon későn érkezett, és semmihez sem értett.',
      language: 'hu',
    },
    { ...textRows(1)[0], source_id: 'c', date: '2025-05-01', text: null },
    { ...textRows(1)[0], source_id: 'd', date: '2026-05-01', source: 'direct' },
  ]
  const idOf = ({ date, source, source_id }: Row) =>
    ulidOf(date as string, source as string, source_id as string)
  const [plain, hungarian, wordless, unverified] = made.map(idOf)

  it('The command insights --explain says for each sentence what was found and in which words', async t => {
    const folder = await makeStore(t, made)
    const { stdout } = await show(folder, { explain: plain! })
    const [head, first, second, ...rest] = stdout.trimEnd().split('\n\n')
    assert.equal(head, `${plain}\n2024-05-01 ★★★★☆ Ada M. (google)`)
    assert.match(first!, /^Rosa was on time and very friendly\.\n/)
    assert.match(first!, /^ {2}Friendliness: positive, \+[01]\.\d\d, “.*friendly.*”\n {4}\S/m)
    assert.match(first!, /^ {2}Technician Rosa Méndez: .*“Rosa”$/m)
    assert.match(second!, /^The price was fair\.\n {2}Pricing: positive, /)
    assert.deepEqual(rest, [])
    const { review, read, sentences } = JSON.parse(
      (await show(folder, { explain: plain!, json: true })).stdout,
    )
    assert.deepEqual([review.id, review.author, read, sentences.length], [plain, 'Ada M.', true, 2])
  })

  it('The command insights --explain says which aspects of a review too few others mention', async t => {
    const others = textRows(30).map((row, place) => ({
      ...row,
      source_id: `o${place}`,
      text: 'The price was fair.',
    }))
    const folder = await makeStore(t, [...made, ...others])
    const { stdout } = await show(folder, { explain: plain! })
    assert.match(stdout, /^Not listed among the aspects of the business, .*\n[\s\S]*friendliness/m)
    assert.doesNotMatch(stdout.split('Not listed')[1]!, /pricing/)
  })

  it('The command insights --explain finds a review by the first characters of its id, in lower case too', async t => {
    const folder = await makeStore(t, made)
    for (const beginning of [plain!.slice(0, 6), plain!.slice(0, 9).toLowerCase()])
      assert.ok((await show(folder, { explain: beginning })).stdout.startsWith(plain!), beginning)
  })

  it('The command insights --explain says that a language is not supported, and still finds names', async t => {
    const { stdout } = await show(await makeStore(t, made), { explain: hungarian! })
    assert.match(stdout, /in an unsupported language/)
    assert.match(stdout, /^ {2}Technician Bob Stone: only named, “Bobby”$/m)
  })

  it('The command insights --explain says that a review has no text', async t => {
    const { stdout } = await show(await makeStore(t, made), { explain: wordless! })
    assert.match(stdout, /The review has no text: only its rating counts\.\n$/)
  })

  it('The command insights --explain says what to do when there is no such review', async t => {
    const folder = await makeStore(t, made)
    for (const id of ['01ZZZZZZZZ', plain!.slice(0, 5), unverified!, '']) {
      const finished = await run(folder, '--explain', id)
      assertRejected(finished, 1, /^There is no published review .*\. Find ids in \/reviews\.json/)
    }
  })

  it('The command insights --explain lists the ids when several start alike', async t => {
    const finished = await run(await makeStore(t, made), '--explain', hungarian!.slice(0, 8))
    assertRejected(
      finished,
      1,
      /^2 ids start with \w{8}: \w{26}, \w{26}\. Give more characters\.$/m,
    )
    for (const id of [hungarian!, wordless!]) assert.ok(finished.stderr.includes(id))
  })
})

describe('firsthand insights --eval', { concurrency: 3 }, () => {
  const jsonLines = (lines: unknown[]) => lines.map(line => `${JSON.stringify(line)}\n`).join('')

  /** Labels that the engine agrees with. */
  function agreed(trade?: 'plumbing') {
    const analyze = createAnalyzer(engine, BusinessFile.parse({ name: 'Any', taxonomy: { trade } }))
    return TEXTS.map(text => {
      const { aspects } = readReview({ rating: 3, text }, analyze(text, null)).insight
      return {
        text,
        ...(trade && { trade }),
        aspects: aspects.map(({ id, sentiment }) => ({ id, sentiment })),
      }
    })
  }

  async function evaluate(t: TestContext, lines: unknown[], file: unknown = business) {
    const folder = await makeStore(t, [], file)
    const path = await folder.write('labeled.jsonl', jsonLines(lines))
    const [{ stdout: text }, { stdout: json }] = [
      await show(folder, { eval: path }),
      await show(folder, { eval: path, json: true }),
    ]
    return { text, scores: JSON.parse(json) }
  }

  it('The command insights --eval gives full scores if the labels are what the engine finds', async t => {
    const { text, scores } = await evaluate(t, agreed('plumbing'))
    assert.deepEqual([scores.lines, scores.precision, scores.recall, scores.f1], [5, 1, 1, 1])
    assert.deepEqual([scores.polarity.accuracy, scores.polarity.macroF1], [1, 1])
    assert.match(text, /^labeled\.jsonl: 5 lines, \d+ labels of \d+ aspects\.$/m)
    for (const title of [
      'Precision of aspects',
      'Recall',
      'F1',
      'Accuracy of polarity',
      'Macro-F1',
    ])
      assert.match(text, new RegExp(`^${title}.* 1\\.000  1\\.00–1\\.00$`, 'm'))
  })

  it('The command insights --eval counts a label that the engine misses, in total and for its aspect', async t => {
    const lines = agreed('plumbing')
    lines[0]!.aspects.push({ id: 'safety', sentiment: 'negative' })
    const { text, scores } = await evaluate(t, lines)
    assert.deepEqual([scores.precision, scores.recall], [1, (scores.wanted - 1) / scores.wanted])
    assert.match(text, /^safety +1 +0 +- +0\.000 +0\.000 +0\.00–0\.00 +- +-$/m)
    for (const line of linesOf(text)) assert.ok(line.length <= 100, line)
  })

  it('The command insights --eval analyzes a line for its trade, or else for the business, or else for any business', async t => {
    const line = {
      text: 'The food was delicious.',
      aspects: [{ id: 'food', sentiment: 'positive' }],
    }
    assert.equal((await evaluate(t, [{ ...line, trade: 'restaurant' }])).scores.recall, 1)
    assert.equal(
      (await evaluate(t, [line], { ...business, category: 'Restaurant' })).scores.recall,
      1,
    )
    const folder = await makeFolder(t)
    const general = await folder.write('labeled.jsonl', jsonLines(agreed()))
    const { stdout } = await run(folder, '--eval', general, '--json')
    assert.equal(JSON.parse(stdout).f1, 1)
    assert.deepEqual(await readdir(folder.path), ['labeled.jsonl'], 'It creates no database.')
  })

  it('The command insights --eval counts lines in unsupported languages', async t => {
    const hungarian = {
      text: 'Nagyon jó munka volt, köszönünk mindent.',
      aspects: [{ id: 'quality', sentiment: 'positive' }],
    }
    const { text, scores } = await evaluate(t, [hungarian])
    assert.deepEqual([scores.unread, scores.recall], [1, 0])
    assert.match(text, /1 line in an unsupported language\./)
  })

  it('The command insights --eval names every invalid line and what is wrong with it', async t => {
    const folder = await makeFolder(t)
    const right = JSON.stringify(agreed()[0])
    const twice = {
      text: 'a',
      aspects: ['positive', 'negative'].map(sentiment => ({ id: 'pricing', sentiment })),
    }
    const wrong = [
      '{ "text": ',
      JSON.stringify({
        text: 'a',
        trade: 'piracy',
        aspects: [{ id: 'pricing', sentiment: 'good' }],
      }),
      JSON.stringify({ aspects: [{ id: 'prising', sentiment: 'positive' }], text: 'a' }),
      JSON.stringify(twice),
    ]
    const path = await folder.write(
      'labeled.jsonl',
      [right, ...wrong.slice(0, 2), '', right, ...wrong.slice(2)].join('\r\n'),
    )
    const { code, stdout, stderr } = await run(folder, '--eval', path)
    assert.deepEqual([code, stdout], [1, ''])
    const says = [
      /^labeled\.jsonl: line 2: is not valid JSON/,
      /^labeled\.jsonl: line 3: trade: /,
      /^labeled\.jsonl: line 3: aspects, entry 1, sentiment: /,
      /^labeled\.jsonl: line 6: aspects, entry 1, id: there is no aspect prising$/,
      /^labeled\.jsonl: line 7: aspects: must name each aspect only once$/,
    ]
    const lines = linesOf(stderr)
    assert.equal(lines.length, says.length, stderr)
    for (const [place, pattern] of says.entries()) assert.match(lines[place]!, pattern)
  })

  it('The command insights --eval fails with a message if the file is missing or empty', async t => {
    const folder = await makeFolder(t)
    assertRejected(
      await run(folder, '--eval', 'missing.jsonl'),
      1,
      /^missing\.jsonl: there is no such file\.$/m,
    )
    await folder.write('empty.jsonl', '\n')
    assertRejected(await run(folder, '--eval', 'empty.jsonl'), 1, /^empty\.jsonl: is empty\.$/m)
  })
})

describe('firsthand insights --suggest', { concurrency: 3 }, () => {
  const made = rows(5, number => ({
    text: [
      'Carlos Vega fixed it.',
      'Ask for Carlos!',
      'Thanks to Rosa and Hannah.',
      'Carlos and Hannah came.',
      null,
    ][number],
  }))

  it('The command insights --suggest lists unlisted people whom reviews name, with the newest of those reviews', async t => {
    const folder = await makeStore(t, made)
    const { stdout } = await show(folder, { suggest: true })
    const id = (number: number) => ulidOf(made[number]!.date as string, 'google', `r${number}`)
    assert.match(stdout, new RegExp(`^Carlos Vega +3  ${id(3)} ${id(1)}$`, 'm'))
    assert.match(stdout, new RegExp(`^Hannah +2  ${id(3)} ${id(2)}$`, 'm'))
    assert.doesNotMatch(stdout, /Rosa/)
    for (const line of linesOf(stdout))
      assert.ok(line.length <= 100 || line.includes(folder.path), line)
    const listed = JSON.parse((await show(folder, { suggest: true, json: true })).stdout)
    assert.deepEqual(listed[0], {
      name: 'Carlos Vega',
      reviews: 3,
      example_review_ids: [id(3), id(1), id(0)],
    })
  })

  it('People whom the business file lacks are suggested, and are in no topic', async t => {
    const texts = [
      'carlos was polite, fair price.',
      'carlos was polite. A fair price!',
      'Our tech Zbyszko was polite. Fair price.',
      'Zbyszko was polite and the price was fair.',
      'Thanks to Zbyszko, polite Zbyszko. Fair price.',
      'Fair price and carlos was polite.',
    ]
    const six = rows(6, number => ({ text: texts[number] }))
    const folder = await makeStore(t, six)
    const suggested = JSON.parse((await show(folder, { suggest: true, json: true })).stdout)
    assert.deepEqual(
      suggested.map(({ name }: { name: string }) => name),
      ['Carlos', 'Zbyszko'],
    )
    const { topics } = (await buildSnapshot(t, six)).insights
    assert.deepEqual(
      topics.map(({ label }) => label),
      ['Fair price', 'Polite'],
    )
  })

  it('The command insights --suggest has no suggestions once its lines are in the business file', async t => {
    const folder = await makeStore(t, made)
    const lines = linesOf((await show(folder, { suggest: true })).stdout).filter(line =>
      line.startsWith('  {'),
    )
    assert.equal(lines.length, 2)
    const technicians = [...business.technicians, ...lines.map(line => JSON.parse(line))]
    await folder.write('business.json', { ...business, technicians })
    const { stdout } = await show(folder, { suggest: true })
    assert.equal(stdout, 'No suggestions: the business file lists everyone the reviews name.\n')
  })
})
