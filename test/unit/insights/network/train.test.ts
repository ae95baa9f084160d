import assert from 'node:assert/strict'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bare, readMarked } from '../../../../train/labeled.ts'
import { readLabeledReviews } from '../../../../train/reviews.ts'
import { readExamples } from '../../../../train/sets.ts'
import { makeFolder } from '../../../kit/folder.ts'

const train = new URL('../../../../train/', import.meta.url)

async function readBench(): Promise<Set<string>> {
  const files = await Promise.all(
    [
      'bench/home-services.jsonl',
      'bench/reviews-labelled.jsonl',
      'test/unit/insights/golden/difficult-sentences.jsonl',
    ].map(path => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8')),
  )
  return new Set(
    files.flatMap(file =>
      file
        .trim()
        .split('\n')
        .map(line => bare((JSON.parse(line) as { text: string }).text)),
    ),
  )
}

const readLabeledTexts = async () =>
  (await readLabeledReviews()).flatMap(({ sentences }) => sentences.map(({ text }) => text))

async function readMarkedSentences(): Promise<string[]> {
  const names = await readdir(new URL('sentences/', train))
  const sets = await Promise.all(names.map(name => readMarked(new URL(`sentences/${name}`, train))))
  return sets.flat().map(({ text }) => text)
}

describe('The training data', () => {
  it('The training data shares no sentence with the measured sets', async () => {
    const measured = await readBench()
    assert.ok(measured.size > 400)
    const learned = [...(await readMarkedSentences()), ...(await readLabeledTexts())]
    assert.ok(learned.length > 10_000, String(learned.length))
    const shared = learned.filter(text => measured.has(bare(text)))
    assert.deepEqual([...new Set(shared)], [])
  })

  it('Every file of train/reviews is training data', async () => {
    const texts = new Set(await readLabeledTexts())
    for (const name of await readdir(new URL('reviews/', train))) {
      const lines = (await readFile(new URL(`reviews/${name}`, train), 'utf8')).trim().split('\n')
      const last = lines.at(-1)!
      assert.ok(texts.has(last.slice(last.indexOf('|') + 1).trim()), name)
    }
  })

  it('Sentences that occur in a measured set are dropped, however they are written', async t => {
    const [own] = await readMarked(new URL('sentences/services.txt', train))
    const folder = await makeSets(t, own!.text)
    const { examples, dropped } = await readExamples(folder)
    const texts = new Set(examples.map(({ text }) => text))
    assert.ok(texts.has('The soup was cold.'))
    assert.ok(texts.has('The screen is bright.'))
    assert.ok(!texts.has('The bread was warm.'))
    assert.ok(!texts.has('The keys are loud!'))
    assert.ok(!texts.has('A lovely lamp.'))
    assert.ok(!texts.has(own!.text))
    const ownTerms = (await readMarked(new URL('sentences/services.txt', train))).filter(
      ({ text }) => bare(text) === bare(own!.text),
    )
    assert.equal(dropped, 3 + ownTerms.length)
  })
})

/** A small data folder as train/README.md describes it. */
async function makeSets(t: TestContext, own: string): Promise<URL> {
  const folder = await makeFolder(t)
  await mkdir(`${folder.path}/train`)
  await mkdir(`${folder.path}/eval`)
  const write = async (files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) await folder.write(name, content)
  }
  await write({
    'train/MAMS-ATSA.train.xml': semEval('The soup was cold.', 'soup'),
    'train/MAMS-ATSA.val.xml': semEval('The bread was warm.', 'bread'),
    'train/TSA-MD.train.json': tsa('The keys are loud!', 'keys'),
    'train/TSA-MD.dev.json': tsa('The screen is bright.', 'screen'),
    'train/television.train.seg': seg('A $T$ stand.', 'solid'),
    'train/tshirt.train.seg': seg('A soft $T$.', 'shirt'),
    'train/mooc.train.seg': seg('A lovely $T$.', 'lamp'),
    'eval/semeval14-restaurants.test.seg': seg('the $T$ was warm', 'BREAD') + seg('$T$', own),
    'eval/semeval14-laptops.test.seg': seg('The $T$ are loud', 'keys'),
    'eval/MAMS-ATSA.test.xml': semEval('A lovely lamp', 'lamp'),
  })
  await mkdir(`${folder.path}/eval/m-absa`)
  for (const language of ['de', 'es', 'fr'])
    for (const kind of ['restaurant', 'hotel'])
      await folder.write(
        `eval/m-absa/${kind}.${language}.test.txt`,
        "Bon pain.####[['pain', 'food quality', 'positive']]\n",
      )
  return pathToFileURL(`${folder.path}/`)
}

function semEval(text: string, term: string): string {
  const from = text.indexOf(term)
  return `<sentences><sentence><text>${text}</text><aspectTerms>
    <aspectTerm term="${term}" polarity="negative" from="${from}" to="${from + term.length}"/>
  </aspectTerms></sentence></sentences>`
}

function tsa(text: string, term: string): string {
  const begin = text.indexOf(term)
  const targets = [{ location: { begin, end: begin + term.length }, sentiment: 'positive' }]
  return JSON.stringify([{ text, targets }])
}

const seg = (sentence: string, term: string) => `${sentence}\n${term}\n1\n`
