import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describeBusiness, readColor, readTrade } from '../../../../src/cli/init/answers.ts'
import { askBusiness, askReviews } from '../../../../src/cli/init/business-questions.ts'
import { askDirectLevel, askTable } from '../../../../src/cli/init/guessed-tables.ts'
import { askAboutHidden, offerFound } from '../../../../src/cli/init/offer-people.ts'
import { createAsker } from '../../../../src/cli/init/questions.ts'
import { readSchema, renderSchema } from '../../../business-schema.ts'
import { type CommandOptions, runCommand, startCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { row } from '../../../kit/rows.ts'
import { until } from '../../../kit/service.ts'
import { runOnSmallDisk } from '../../../kit/small-disk.ts'
import { openTerminal } from '../../../kit/terminal.ts'

const askerOn = (typed: string) => {
  const { streams, shown } = openTerminal(typed)
  const { stdin, stdout } = streams
  return { asker: createAsker(stdin, stdout, { canAsk: true, yes: false }), streams, shown }
}

describe('The questions of init', () => {
  it('The questions take one line each, ask again after an answer that makes no sense, and know the usual ones', async () => {
    const { asker, shown } = askerOn('\nAlvarez Plumbing\nplumber\n\nblue\n#06a\n')
    assert.deepEqual(await askBusiness({ yes: false }, asker), {
      name: 'Alvarez Plumbing',
      trade: 'plumber',
      address: '',
      color: '#06a',
    })
    asker.close()
    assert.match(
      shown(),
      /^What is the business called\? Please answer this one\.\nWhat is the business called\? /,
    )
    assert.match(
      shown(),
      /color should the pages have\? .*\[#0b6e69\] A color looks like #0b6e69\.\n/,
    )
  })

  it('A flag answers its question', async () => {
    const { asker, shown } = askerOn('law\n')
    const flags = { yes: false, name: 'Firm', address: '', color: 'abcdef' }
    assert.equal((await askBusiness(flags, asker)).trade, 'law')
    assert.match(shown(), /^What is your trade\? .*\[general\] $/)
  })

  it('The end of the input ends init', async () => {
    const { asker } = askerOn('Alvarez\n')
    await assert.rejects(
      askBusiness({ yes: false }, asker),
      /The input ended before every question was answered/,
    )
  })

  it('A file that does not exist is asked for again', async t => {
    const { path, databaseUrl } = await makeFolder(t)
    const { asker, streams, shown } = askerOn('missing.csv\nnone\n')
    const places = { businessFile: join(path, 'business.json'), databaseUrl }
    assert.deepEqual((await askReviews({ yes: false }, places, asker, streams.stdout)).files, [])
    assert.match(shown(), /There is no file missing\.csv\.\n/)
  })

  it('A table that is named and whose columns are confirmed is read once, as confirmed', async t => {
    const { path, databaseUrl, write } = await makeFolder(t)
    const sheet = await write('sheet.csv', 'Datum;Bewertung;Kommentar\n14.03.2026;5;Alles gut\n')
    const places = { businessFile: join(path, 'business.json'), databaseUrl }
    const answer = async (typed: string) => {
      const { asker, streams, shown } = askerOn(typed)
      const { files, tables } = await askReviews(
        { yes: false },
        places,
        asker,
        streams.stdout,
        path,
      )
      asker.close()
      return { files, tables: tables.map(table => table.path), shown: shown() }
    }
    const unasked = await answer(`no\n${sheet}\nnone\n`)
    assert.deepEqual([unasked.files, unasked.tables], [[], []])
    assert.match(unasked.shown, /Which files.*sheet\.csv: is in no known format.*Which files/s)
    const export_ = await write('export.json', [row({ source_id: 'r1' })])
    for (const typed of [sheet, `${sheet}, ${export_}`]) {
      const { files, tables } = await answer(`${typed}\n\n\n`)
      assert.deepEqual([files, tables], [typed === sheet ? [] : [export_], [sheet]])
    }
  })
})

describe('A table in no known format', () => {
  const guess = { rating: 'Stars', date: 'When', author: 'Customer', text: 'What they said' }
  const unused = ['Invoice', 'Room']
  const table = 'Customer,Stars,When,What they said\nAda,5,2026-03-14,Warm again\n'

  async function askAbout(t: TestContext, content: string, typed: string) {
    const { asker, streams, shown } = askerOn(typed)
    const path = await (await makeFolder(t)).write('sheet.csv', content)
    const answer = await askTable(
      { path, problem: 'is in no known format', guess, unused },
      asker,
      streams.stdout,
    )
    asker.close()
    return { mapping: answer?.mapping, shown: shown() }
  }

  it('The guessed columns are shown, and with a yes the table is imported as sent by customers', async t => {
    const { mapping, shown } = await askAbout(t, table, '\n\n')
    assert.deepEqual(mapping, { columns: guess, source: 'direct' })
    assert.match(
      shown,
      /look like this:\n {2}stars: Stars\n {2}date: When\n {2}author: Customer\n {2}text: What they said\n {2}not imported: Invoice, Room\n/,
    )
    assert.equal((await askAbout(t, table, 'yes\n!?\nGoogle Maps\n')).mapping?.source, 'google')
  })

  it('A table is left out with a no, and where something is still unclear, which is said', async t => {
    assert.equal((await askAbout(t, table, 'maybe\nno\n')).mapping, undefined)
    const { mapping, shown } = await askAbout(t, table.replace('2026-03-14', '05/07/2026'), '\n\n')
    assert.equal(mapping, undefined)
    assert.match(shown, /Not imported yet: sheet\.csv: .*--date-order/)
  })

  it('How the owner knows the customers is asked without a usual answer, and nothing is taken for granted', async () => {
    const { asker, shown } = askerOn('\nsure\nrecord\n')
    assert.equal(await askDirectLevel(2, asker), 'transaction')
    assert.match(shown(), /^Sent to you, not posted on a site: 2 reviews\. How do you know/)
    assert.match(shown(), /Please answer this one\.\n.*Please answer record, invited or no\.\n/s)
  })
})

describe('The answers of init', () => {
  it('A trade is known by several words, and any other is kept in the owner’s words', () => {
    assert.deepEqual(readTrade('HVAC'), {
      category: 'HVACBusiness',
      taxonomy: { trade: 'heating_cooling' },
    })
    assert.deepEqual(readTrade('auto_repair').taxonomy, { trade: 'auto_repair' })
    assert.deepEqual(readTrade('Locksmith'), { category: 'Locksmith', taxonomy: { trade: 'home' } })
    assert.deepEqual(readTrade('Pub'), { category: 'BarOrPub', taxonomy: { trade: 'bar' } })
    assert.deepEqual(readTrade('constructor'), { category: 'constructor' })
    assert.deepEqual(readTrade('Piano tuning'), { category: 'Piano tuning' })
  })

  it('A color has six or three digits, with or without the number sign', () => {
    assert.deepEqual(['#0B6E69', '06a', 'blue', '#12345'].map(readColor), [
      '#0b6e69',
      '#0066aa',
      null,
      null,
    ])
  })
})

describe('The schema of the business file', () => {
  it('The schema that ships is the one of the model: run npm run format', () => {
    assert.deepEqual(JSON.parse(readSchema()), JSON.parse(renderSchema()))
  })

  it('The schema accepts what init writes and the demo, and rejects an unknown field', () => {
    const ajv = new Ajv({ strict: false })
    addFormats.default(ajv)
    const validate = ajv.compile(JSON.parse(readSchema()))
    const answers = {
      name: 'A',
      trade: 'plumber',
      address: '1 Oak St, Troy, NY 12180',
      color: '#0b6e69',
    }
    const demo = readFileSync(new URL('../../../../demo/business.json', import.meta.url), 'utf8')
    for (const file of [describeBusiness(answers), demo])
      assert.equal(validate(JSON.parse(file)), true, JSON.stringify(validate.errors))
    assert.equal(validate({ name: 'A', nmae: 'B' }), false)
  })
})

const ANSWERS = [
  '--name',
  'Alvarez & Daughters',
  '--trade',
  'plumbing',
  '--address',
  '',
  '--color',
  '#0b6e69',
]

describe('firsthand init', () => {
  async function prepare(t: TestContext) {
    const folder = await makeFolder(t)
    await folder.write('export.json', [
      row({ source_id: 'r1' }),
      row({ source: 'direct', source_id: 'd1', date: '2026-03-15' }),
    ])
    await folder.write('notes.csv', 'a,b\n1,2\n')
    await folder.write(
      'sheet.csv',
      'Customer,Stars,When,What they said\nAda,5,2026-03-14,Warm again\n',
    )
    const options: CommandOptions = { cwd: folder.path, env: { PORT: '0' } }
    return { folder, options, run: (...args: string[]) => runCommand(['init', ...args], options) }
  }

  it('On a full disk no part of the business file is left for the next init', async t => {
    const { path, databaseUrl } = await makeFolder(t)
    const { code, stderr } = await runOnSmallDisk(
      ['init', '--name', 'Acme', '--yes', '--no-serve', '--business-file', 'disk/business.json'],
      { cwd: path, env: { DATABASE_URL: databaseUrl }, files: {}, isFull: true },
    )
    assert.deepEqual([code, stderr], [1, 'disk/business.json: cannot be written (ENOSPC).\n'])
    assert.deepEqual(readdirSync(join(path, 'files')), [])
  })

  const SALON = [
    '--name',
    'Salon Natalie',
    '--trade',
    'salon',
    '--address',
    '',
    '--color',
    '#0b6e69',
  ]

  /** Reviews of the shape that customers write: short, in lower case, with names from anywhere and one in the business's own name. */
  async function prepareSalon(t: TestContext) {
    const prepared = await prepare(t)
    const texts = [
      'Natalie was amazing',
      'natalie is so kind and patient',
      'Natalie did my hair and she is so talented.',
      'I love Natalie! She always knows what I want.',
      'Natalie is the best',
      'Thank you Natalie!',
      'lauren did my hair',
      'Lauren always listens',
      'Zsófi was so sweet',
      'Zsófi cut my hair. She took her time.',
      'Salon Natalie is great',
      'My wife Anna was happy. My wife Anna came twice.',
      'My daughter Emma loved it, Emma was happy',
      'April was busy.',
      'Olaplex is amazing',
    ]
    const reviews = texts.map((text, number) => row({ source_id: `n${number}`, text }))
    await prepared.folder.write('salon.json', reviews)
    return prepared
  }

  it('Without a terminal a missing answer is an error that names its flag, and nothing is written', async t => {
    const { folder, run } = await prepare(t)
    assertRejected(
      await run(),
      2,
      /^--name is missing, and this is not a terminal to ask on\. Add --name\.$/m,
    )
    assertRejected(
      await run('--name', 'Alvarez', '--trade', 'law', '--address', ''),
      2,
      /^--color is missing.* Add --color, or --yes for the usual answers\.$/m,
    )
    assertRejected(
      await run(...ANSWERS, '--reviews', 'missing.csv'),
      2,
      /^There is no file missing\.csv\.$/m,
    )
    assert.deepEqual(readdirSync(folder.path).sort(), ['export.json', 'notes.csv', 'sheet.csv'])
  })

  it('The files found in the folder are imported, and what is not shown is explained; a second run changes nothing', async t => {
    const { folder, run } = await prepare(t)
    const first = await run(...ANSWERS, '--reviews', 'found', '--no-serve')
    assert.equal(first.code, 0, first.stderr)
    assert.match(first.stdout, /^Found export\.json: 2 reviews \(Firsthand reviews\)\.$/m)
    assert.match(first.stdout, /^Not imported yet: sheet\.csv: .*add it to the command: --map .*$/m)
    assert.match(
      first.stdout,
      /^Not recognized as reviews: notes\.csv: is in no known format; its columns are a, b\. /m,
    )
    assert.match(first.stdout, /^Wrote business\.json and business\.schema\.json\.$/m)
    assert.match(first.stdout, /^Shown: 1 review \(google 1\)\.$/m)
    assert.match(
      first.stdout,
      /^kept but not shown: 1, because nothing says how you know that the people who wrote to you are customers\. To show it/m,
    )
    assert.match(first.stdout, /^Next:\n {2}1\. .*\n {2}2\. .*\n {2}3\. /m)
    const stamps = () =>
      ['business.json', 'business.schema.json'].map(
        name => statSync(join(folder.path, name)).mtimeMs,
      )
    const before = stamps()
    const again = await run('--name', 'Another', '--yes', '--no-serve', '--json')
    assert.equal(again.code, 0, again.stderr)
    const result = JSON.parse(again.stdout)
    assert.deepEqual(
      [result.written, result.imported, result.shown.count],
      [[], ['export.json'], 1],
    )
    assert.match(
      again.stderr,
      /^business\.json describes Alvarez & Daughters\. It stays as it is\.$/m,
    )
    assert.match(again.stderr, / 0 added, 0 edited, 2 unchanged/)
    assert.deepEqual(stamps(), before)
  })

  it('Pages are in the language of most reviews if they can be, and English otherwise', async t => {
    const texts = {
      de: 'Der Installateur kam sofort und hat alles sauber hinterlassen.',
      hu: 'A szerelő azonnal kijött, és mindent tisztán hagyott maga után.',
      en: 'The plumber came at once and left everything clean.',
    }
    async function localeFor(languages: (keyof typeof texts)[]) {
      const { folder, run } = await prepare(t)
      const reviews = languages.map((language, id) =>
        row({ source_id: `${id}`, text: texts[language] }),
      )
      await folder.write('mixed.json', reviews)
      const { code, stdout, stderr } = await run(
        ...ANSWERS,
        '--reviews',
        'mixed.json',
        '--no-serve',
      )
      assert.equal(code, 0, stderr)
      const { locale } = JSON.parse(readFileSync(join(folder.path, 'business.json'), 'utf8'))
      return [locale, /^Your pages are in (.+), like most of these reviews\.$/m.exec(stdout)?.[1]]
    }
    assert.deepEqual(await localeFor(['de', 'en', 'de']), ['de', 'German'])
    for (const languages of [['de', 'en'], ['hu', 'hu'], ['en']] as const)
      assert.deepEqual(await localeFor([...languages]), [undefined, undefined])
  })

  it('The people whom the reviews name are listed with their counts, and nobody is added unasked', async t => {
    const { folder, run } = await prepareSalon(t)
    const { code, stdout, stderr } = await run(...SALON, '--reviews', 'salon.json', '--no-serve')
    assert.equal(code, 0, stderr)
    assert.match(
      stdout,
      /^Your reviews name these people: Natalie \(6 reviews\), Lauren \(2 reviews\), Zsófi \(2 reviews\)\.$/m,
    )
    const { technicians = [] } = JSON.parse(
      readFileSync(join(folder.path, 'business.json'), 'utf8'),
    )
    assert.deepEqual(technicians, [])
  })

  it('On a terminal the owner chooses whom to list, all at once or by name', async t => {
    const { folder, run } = await prepareSalon(t)
    await run(...SALON, '--reviews', 'salon.json', '--no-serve')
    const businessFile = join(folder.path, 'business.json')
    const databaseUrl = `sqlite:${join(folder.path, 'data/firsthand.db')}`
    const listed = () =>
      (JSON.parse(readFileSync(businessFile, 'utf8')).technicians ?? []).map(
        ({ name }: { name: string }) => name,
      )
    const offer = async (typed: string) => {
      const { asker, streams, shown } = askerOn(typed)
      await offerFound({ databaseUrl, businessFile }, asker, streams.stdout).finally(asker.close)
      return shown()
    }
    assert.match(await offer('\n'), /Which of them work for you\? .* \[none\] $/)
    assert.match(await offer(''), /\[none\] \n$/)
    assert.deepEqual(listed(), [])
    const shown = await offer('Natalie, Max\nnatalie, zsófi\n')
    assert.match(shown, /Max is not one of them: Natalie, Lauren, Zsófi\./)
    assert.match(shown, /Listed Natalie, Zsófi in .*business\.json\.\n$/)
    assert.deepEqual(listed(), ['Natalie', 'Zsófi'])
    assert.match(await offer('all\n'), /^Your reviews name these people: Lauren \(2 reviews\)\.\n/)
    assert.deepEqual(listed(), ['Natalie', 'Zsófi', 'Lauren'])
    assert.equal(await offer(''), '')
  })

  it('Services that the reviews mention are offered with their counts, and Enter lists all of them', async t => {
    const { folder, run } = await prepare(t)
    const texts = [
      'He unclogged our drain.',
      'They cleaned the drain.',
      'New water heater.',
      'Replaced the water heater.',
    ]
    const reviews = texts.map((text, number) => row({ source_id: `n${number}`, text }))
    await folder.write('drains.json', reviews)
    const { stdout } = await run(...ANSWERS, '--reviews', 'drains.json', '--no-serve')
    const [, found] = /^Your reviews mention these services: (.*)\.$/m.exec(stdout)!
    const businessFile = join(folder.path, 'business.json')
    const services = () => JSON.parse(readFileSync(businessFile, 'utf8')).services ?? []
    assert.deepEqual(services(), [])
    const { asker, streams, shown } = askerOn('\n')
    const databaseUrl = `sqlite:${join(folder.path, 'data/firsthand.db')}`
    await offerFound({ databaseUrl, businessFile }, asker, streams.stdout).finally(asker.close)
    assert.match(shown(), /Which of them do you offer\? .* \[all\] Listed /)
    const listed = services().map(({ label }: { label: string }) => `${label} (2 reviews)`)
    assert.equal(listed.join(', '), found)
    assert.ok(listed.length >= 2)
  })

  it('Reviews of a file that were sent to the owner are shown once it is said how their writers are known', async t => {
    const { folder, run } = await prepare(t)
    await run(...ANSWERS, '--reviews', 'export.json', '--no-serve')
    const places = {
      businessFile: join(folder.path, 'business.json'),
      databaseUrl: `sqlite:${join(folder.path, 'data/firsthand.db')}`,
    }
    const ask = async (typed: string) => {
      const { asker, shown } = askerOn(typed)
      await askAboutHidden(places, asker).finally(asker.close)
      return shown()
    }
    assert.match(await ask('no\n'), /^Sent to you, not posted on a site: 1 review\. /)
    assert.match(await ask('invited\n'), /How do you know/)
    assert.equal(await ask(''), '')
    const again = await run('--yes', '--no-serve')
    assert.match(again.stdout, /^Shown: 2 reviews/m)
  })

  it('If the service cannot start, the last words say what is saved and how to start it', async t => {
    const { folder, options } = await prepare(t)
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const args = ['init', ...ANSWERS, '--reviews', 'export.json']
    const { code, stderr } = await runCommand(args, { ...options, env: { PORT: `${port}` } })
    assert.equal(code, 2)
    assert.match(
      stderr,
      /^Port \d+ is in use.*\nThe business and its reviews are saved\. Then start the service with: .* serve \(--port NUMBER chooses another port\)\n$/m,
    )
    assert.ok(existsSync(join(folder.path, 'business.json')))
  })

  it('The service starts, its address is printed with the next steps, and it shows the reviews', async t => {
    const { options, folder } = await prepare(t)
    const child = startCommand(['init', ...ANSWERS, '--reviews', 'export.json'], options)
    t.after(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', text => (output += text))
    await until(() => /^Press Ctrl-C/m.test(output))
    const [, url] = /^Your reviews are at (\S+)$/m.exec(output)!
    await until(async () => (await (await fetch(`${url}/rating.json`)).text()).includes('Alvarez'))
    assert.ok(existsSync(join(folder.path, 'data/firsthand.db')))
  })
})
