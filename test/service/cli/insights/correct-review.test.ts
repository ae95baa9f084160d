import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type InsightsOptions, insights } from '../../../../src/cli/insights/report-insights.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import { createClient } from '../../../kit/client.ts'
import { runCommand } from '../../../kit/command.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { business, type Row, row } from '../../../kit/rows.ts'
import { startTestService, until } from '../../../kit/service.ts'
import { openTestStore } from '../../../kit/store.ts'

const plumber = {
  ...business,
  category: 'Plumber',
  technicians: [...business.technicians, { name: 'Bob Marsh' }, { name: 'Val Price' }],
}
const CRITICAL = row({
  source_id: 'a',
  author: 'Ada M.',
  rating: 2,
  text: 'Rosa came on time. The price was much too high. Bob Stone was rude.',
})
const TICKED = row({
  source_id: 'b',
  date: '2025-01-05',
  text: 'The price was much too high.',
  tags: [
    { label: 'Value', sentiment: 'negative' },
    { label: 'Cleanliness', sentiment: 'negative' },
  ],
})
const NAMESAKES = row({
  source_id: 'c',
  date: '2025-02-05',
  text: 'Bob Stone and Bob Marsh were both polite and friendly.',
})
const PLAIN = row({ source_id: 'd', date: '2025-03-05', text: 'Thanks.' })
const WORDLESS = row({ source_id: 'e', date: '2025-04-05', text: null })

async function open(t: TestContext) {
  const kept = await openTestStore(t)
  const { folder, store } = kept
  await folder.write('business.json', plumber)
  await store.write(writer => writer.setBusiness(BusinessFile.parse(plumber)))
  await kept.take([CRITICAL, TICKED, NAMESAKES, PLAIN, WORDLESS])
  const ids = new Map(
    (await store.changesSince(0)).shown.map(({ id, source_key }) => [source_key, id]),
  )

  /** In this process. */
  async function show(options: Partial<InsightsOptions>): Promise<string> {
    let written = ''
    const stream = { isTTY: false, write: (text: string) => (written += text) }
    const streams = { stdout: stream, stderr: stream, env: {} } as unknown as NodeJS.Process
    const businessFile = `${folder.path}/business.json`
    const { databaseUrl } = folder
    assert.equal(
      await insights(
        { baseUrl: 'https://reviews.example', databaseUrl, businessFile, json: false, ...options },
        streams,
      ),
      0,
    )
    return written
  }
  const idOf = ({ source_id }: Row) => ids.get(String(source_id))!
  return {
    ...kept,
    idOf,
    show,
    /** Names of corrections of the critical review, as a terminal shows them. */
    correct: (options: Partial<InsightsOptions>) => show({ correct: idOf(CRITICAL), ...options }),
    rejects: (of: Row, options: Partial<InsightsOptions>, message: string | RegExp) =>
      assert.rejects(show({ correct: idOf(of), ...options }), { name: 'StoreProblem', message }),
    run: (...args: string[]) =>
      runCommand(['insights', ...args], {
        cwd: folder.path,
        env: { DATABASE_URL: folder.databaseUrl },
      }),
  }
}

const paragraphOf = (text: string, title: string) =>
  text
    .trimEnd()
    .split('\n\n')
    .find(one => one.startsWith(title))
    ?.split('\n')
    .slice(1)
    .map(line => line.trim())

describe('firsthand insights --correct', () => {
  it('Without anything to correct, the command shows what the review mentions and changes nothing', async t => {
    const { correct, store } = await open(t)
    const version = await store.version()
    const shown = await correct({})
    assert.match(shown, /^\w{26}\n2026-03-14 ★★☆☆☆ Ada M\. \(google\)\n/)
    const read = paragraphOf(shown, 'Read in the text:')!
    assert.ok(read.includes('Pricing: negative, “The price was much too high.”'), String(read))
    assert.ok(read.some(line => /^Technician Bob Stone: negative, “Bob Stone”$/.test(line)))
    assert.match(shown, /add --not-person, --not-aspect or --not-criticism\.\n$/)
    assert.equal(await store.version(), version)
  })

  it('The command corrects people, aspects and criticism, and says what each now counts as', async t => {
    const { correct, store } = await open(t)
    const shown = await correct({
      notPerson: ['Bob Stone'],
      notAspect: ['Punctuality'],
      notCriticism: ['pricing'],
    })
    assert.deepEqual(paragraphOf(shown, 'Corrected:'), [
      'Pricing: not criticism (counts as neutral)',
      'Punctuality: not this aspect (not counted)',
      'Bob Stone: not this person (not counted)',
    ])
    assert.match(shown, /The counts change within seconds; the review does not\./)
    assert.deepEqual(
      (await store.corrections()).map(({ kind, id, mark }) => [kind, id, mark]),
      [
        ['aspects', 'pricing', 'not_criticism'],
        ['aspects', 'punctuality', 'not_mentioned'],
        ['technicians', 'Bob Stone', 'not_mentioned'],
      ],
    )
  })

  it('The command finds aspects by id or label, and people by alias or part of the name, in any case', async t => {
    const { correct, store } = await open(t)
    for (const names of [
      { notAspect: ['PRICING'] },
      { notPerson: ['bobby'] },
      { notPerson: ['stone'] },
      { notPerson: ['rosa mendez'] },
      { notCriticism: ['bob stone'] },
    ]) {
      await correct(names)
      assert.equal((await store.corrections()).length, 1, JSON.stringify(names))
      await correct({ undo: true })
    }
  })

  it('Correcting the same mention again changes nothing, and correcting it in another way replaces it', async t => {
    const { correct, store } = await open(t)
    await correct({ notCriticism: ['pricing'] })
    const version = await store.version()
    assert.match(
      await correct({ notCriticism: ['pricing'] }),
      /That was corrected before\. Nothing changed\.\n$/,
    )
    assert.equal(await store.version(), version)
    assert.deepEqual(paragraphOf(await correct({ notAspect: ['pricing'] }), 'Corrected:'), [
      'Pricing: not this aspect (not counted)',
    ])
  })

  it('The option --undo takes back the named corrections, or all of the review', async t => {
    const { correct, rejects, store } = await open(t)
    await correct({ notCriticism: ['pricing', 'friendliness'], notPerson: ['Rosa'] })
    await rejects(
      CRITICAL,
      { notAspect: ['pricing'], undo: true },
      'There is no such correction of "pricing" in this review. Corrected: Friendliness, Pricing, Rosa Méndez.',
    )
    const shown = await correct({ notCriticism: ['Pricing'], undo: true })
    assert.deepEqual(paragraphOf(shown, 'Undone:'), ['Pricing: not criticism'])
    assert.equal((await store.corrections()).length, 2)
    await correct({ undo: true })
    assert.deepEqual(await store.corrections(), [])
    await rejects(CRITICAL, { undo: true }, 'Nothing is corrected in this review.')
  })

  it('A correction lapses when the text is edited, and every command that shows it says so', async t => {
    const { correct, take, show, idOf, store } = await open(t)
    await correct({ notCriticism: ['pricing'] })
    await take([{ ...CRITICAL, text: 'The price was much too high, and I mean it.' }])
    const line = 'Pricing: not criticism (lapsed: the text has been edited since)'
    assert.deepEqual(paragraphOf(await correct({}), 'Corrected:'), [line])
    assert.deepEqual(paragraphOf(await show({ explain: idOf(CRITICAL) }), 'Corrected by you:'), [
      line,
    ])
    const listed = await show({ corrections: true })
    assert.ok(listed.includes(line) && listed.endsWith('\n1 correction, 0 in effect.\n'), listed)
    await correct({ notCriticism: ['pricing'] })
    assert.equal((await store.corrections())[0]?.isLapsed, false)
  })

  it('A correction of something that is no longer read in the text has no effect, and the command says so', async t => {
    const { correct, store, idOf } = await open(t)
    await store.write(async writer => {
      const known = (await writer.find(idOf(CRITICAL)))!
      await writer.correct(known, { kind: 'aspects', id: 'parking', mark: 'not_mentioned' })
    })
    assert.deepEqual(paragraphOf(await correct({}), 'Corrected:'), [
      'parking: not this aspect (no effect: the text is not read that way)',
    ])
  })

  it('The command prints JSON with --json', async t => {
    const { correct, idOf } = await open(t)
    const { review, mentions, corrections, undone } = JSON.parse(
      await correct({ notCriticism: ['pricing'], json: true }),
    )
    assert.equal(review.id, idOf(CRITICAL))
    assert.ok(mentions.some((one: { id: string }) => one.id === 'pricing'))
    assert.deepEqual([corrections[0].id, corrections[0].state, undone], ['pricing', 'applies', []])
  })
})

describe('A correction that is rejected', () => {
  it('An unknown review, aspect or person is an error that says what the review does mention', async t => {
    const { rejects, show, store } = await open(t)
    const version = await store.version()
    await assert.rejects(show({ correct: '01ZZZZZZZZ', notAspect: ['pricing'] }), {
      message: /^There is no published review 01ZZZZZZZZ\. Find ids in \/reviews\.json/,
    })
    await rejects(
      NAMESAKES,
      { notAspect: ['pricing'] },
      'The review does not mention "pricing". It mentions: Friendliness (positive).',
    )
    await rejects(
      NAMESAKES,
      { notPerson: ['Rosa'] },
      'The review does not name "Rosa". It names: Bob Marsh (positive), Bob Stone (positive).',
    )
    await rejects(
      PLAIN,
      { notPerson: ['constructor'] },
      'The review does not name "constructor". It names nobody from the business file.',
    )
    for (const silent of [PLAIN, WORDLESS])
      await rejects(
        silent,
        { notCriticism: ['pricing'] },
        'The review does not mention "pricing". Nothing was found in its text.',
      )
    assert.equal(await store.version(), version)
  })

  it('Praise is not criticism, and the error says what is', async t => {
    const { rejects } = await open(t)
    await rejects(
      CRITICAL,
      { notCriticism: ['punctuality'] },
      /^Punctuality is positive in this review\. Criticized: Pricing, Friendliness, Bob Stone\b.*\.$/,
    )
    await rejects(
      NAMESAKES,
      { notCriticism: ['friendliness'] },
      'Friendliness is positive in this review. Nothing in it was read as criticism.',
    )
  })

  it('A name that means two people in the review has to be given in full', async t => {
    const { rejects } = await open(t)
    await rejects(
      NAMESAKES,
      { notPerson: ['Bob'] },
      '"Bob" may be Bob Marsh or Bob Stone. Give the whole name.',
    )
  })

  it('A mention cannot be corrected in two ways at once', async t => {
    const { rejects } = await open(t)
    await rejects(
      CRITICAL,
      { notAspect: ['pricing'], notCriticism: ['Pricing'] },
      'Pricing is named twice. Correct it in one way.',
    )
  })

  it('What the customer ticked at the source cannot be corrected', async t => {
    const { rejects } = await open(t)
    await rejects(
      TICKED,
      { notAspect: ['cleanliness'] },
      'Cleanliness is what the customer ticked at the source (Negative: Cleanliness). Only what was read in the text can be corrected.',
    )
    await rejects(
      TICKED,
      { notCriticism: ['pricing'] },
      'Pricing stays criticism: the customer also ticked it at the source (Negative: Value).',
    )
  })

  for (const flags of [
    ['--not-person', 'Rosa'],
    ['--not-aspect', 'pricing'],
    ['--not-criticism', 'pricing'],
    ['--undo'],
  ])
    it(`The option ${flags[0]} without a review is wrong usage`, async t => {
      const { run } = await open(t)
      assertRejected(
        await run(...flags),
        2,
        new RegExp(`^${flags[0]} needs a review\\. Name it with --correct ID\\.$`, 'm'),
      )
    })

  it('The option --correct cannot be used with another report', async t => {
    const { run } = await open(t)
    for (const args of [
      ['--explain', '01ZZZZZZZZ'],
      ['--eval', 'file.jsonl'],
      ['--suggest'],
      ['--corrections'],
    ]) {
      const { code, stderr } = await run('--correct', '01ZZZZZZZZ', ...args)
      assert.equal(code, 2)
      assert.match(stderr, /cannot be used with option/)
    }
  })
})

describe('firsthand insights --corrections', () => {
  it('The list has every correction with its day, and says how many are in effect', async t => {
    const { correct, show, store, idOf } = await open(t)
    assert.equal(await show({ corrections: true }), 'There are no corrections.\n')
    await correct({ notCriticism: ['pricing'] })
    await show({ correct: idOf(NAMESAKES), notPerson: ['Bob Marsh'] })
    await store.write(async writer =>
      writer.withhold((await writer.find(idOf(NAMESAKES)))!, 'spam'),
    )
    const listed = await show({ corrections: true })
    for (const [of, line] of [
      [CRITICAL, 'Pricing: not criticism (counts as neutral)'],
      [NAMESAKES, 'Bob Marsh: not this person (no effect: the review is not shown)'],
    ] as const)
      assert.match(
        listed,
        new RegExp(`^${idOf(of)}\\n  \\d{4}-\\d\\d-\\d\\d ${RegExp.escape(line)}$`, 'm'),
      )
    assert.match(listed, /\n\n2 corrections, 1 in effect\.\n$/)
    const data = JSON.parse(await show({ corrections: true, json: true }))
    assert.deepEqual(data.map((one: { state: string }) => one.state).toSorted(), [
      'applies',
      'hidden',
    ])
  })

  it('The insights in a terminal say how many mentions are corrected', async t => {
    const { correct, show } = await open(t)
    assert.doesNotMatch(await show({}), /corrected/)
    await correct({ notCriticism: ['pricing'] })
    assert.match((await show({})).replaceAll('\n', ' '), /You corrected 1 mention\./)
  })
})

describe('A correction while the service runs', () => {
  it('A running service publishes a correction and its undoing, on the highlights page too', async t => {
    const service = await startTestService(t, { business: plumber, rows: [CRITICAL, NAMESAKES] })
    const client = await createClient(service.url)
    const { databaseUrl, path } = service.folder
    const run = async (...args: string[]) => {
      const { code, stderr } = await runCommand(['insights', '--correct', id, ...args], {
        cwd: path,
        env: { DATABASE_URL: databaseUrl },
      })
      assert.equal(code, 0, stderr)
    }
    const countOf = async () => (await client.get('/insights.json')).json.coverage.corrections
    const highlights = async () => (await client.get('/highlights')).text
    const { reviews } = (await client.get('/api/reviews/search?query=rude')).json
    const id = reviews[0].id as string
    assert.doesNotMatch(await highlights(), /misread/)

    await run('--not-criticism', 'pricing')
    await until(async () => (await countOf()) === 1)
    assert.match(
      await highlights(),
      /The business marked 1 mention as misread; the data lists it\./,
    )
    await run('--not-person', 'Bob Stone')
    await until(async () => (await countOf()) === 2)
    assert.match(
      await highlights(),
      /The business marked 2 mentions as misread; the data lists them\./,
    )
    const byBob = (await client.get('/api/reviews/search?mentions_technician=Bob%20Stone')).json
      .reviews
    assert.ok(!byBob.some((one: { id: string }) => one.id === id))

    await run('--undo')
    await until(async () => (await countOf()) === 0)
    assert.doesNotMatch(await highlights(), /misread/)
  })
})
