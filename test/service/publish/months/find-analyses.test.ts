import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnalyzer, type InsightsEngine } from '../../../../src/insights/analyze.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import { analyzeOnAllCores } from '../../../../src/publish/analysis-pool.ts'
import {
  type AnalysesDependencies,
  type AnalyzeAll,
  createFindAnalyses,
} from '../../../../src/publish/months/find-analyses.ts'
import { business as plumber } from '../../../kit/rows.ts'
import { engine } from '../../../kit/snapshot-builder.ts'
import { openTestStore } from '../../../kit/store.ts'

const business = BusinessFile.parse({ ...plumber, category: 'Plumber' })
const english = (text: string | null, rating = 4) => ({
  text,
  language: 'en',
  translation: null,
  rating,
})
/** Twice for a sentence that names a person: once as it is, and once about that person. */
const READS = 3
/** Threads do not touch the database. */
const TEXTS = [english('Rosa came on time.'), english('The price was fair.')]

/** The engine, counting the sentences that it analyzes. */
function createSpy(): InsightsEngine & { sentences: number } {
  const spy = {
    ...engine,
    sentences: 0,
    network: {
      ...engine.network,
      read(norms: string[]) {
        spy.sentences++
        return engine.network.read(norms)
      },
    },
  }
  return spy
}

type Rest = Omit<AnalysesDependencies, 'engine' | 'store'>

async function startReading(t: Parameters<typeof openTestStore>[0], rest: Rest = {}) {
  const { store, folder } = await openTestStore(t)
  const spy = createSpy()
  return {
    store,
    folder,
    spy,
    find: createFindAnalyses({ store: store.analyses, engine: spy, ...rest }),
  }
}

describe('the analyses of reviews', () => {
  it('The analyses are in the order of the texts, and null where there is no text', async t => {
    const { find } = await startReading(t)
    const analyze = createAnalyzer(engine, business)
    assert.deepEqual(await find([TEXTS[0]!, english(null), TEXTS[1]!], business), [
      analyze('Rosa came on time.', 'en', 4),
      null,
      analyze('The price was fair.', 'en', 4),
    ])
  })

  it('Each text is analyzed once', async t => {
    const { spy, find } = await startReading(t)
    const first = await find([...TEXTS, ...TEXTS], business)
    assert.equal(spy.sentences, READS)
    assert.deepEqual(
      await find([...TEXTS, english('He was rude.')], business).then(all => all.slice(0, 2)),
      [first[0], first[1]],
    )
    assert.equal(spy.sentences, READS + 1)
  })

  it('A site in another language needs no new analyses', async t => {
    const { spy, find } = await startReading(t)
    await find(TEXTS, business)
    await find(TEXTS, { ...business, locale: 'de' })
    assert.equal(spy.sentences, READS)
  })

  it('The same text with other stars is analyzed again', async t => {
    const { spy, find } = await startReading(t)
    await find([english('Great price.', 5), english('Great price.', 1)], business)
    assert.equal(spy.sentences, 2)
  })

  it('The same text in another language is analyzed again', async t => {
    const { find } = await startReading(t)
    const [inEnglish, inHungarian] = await find(
      [english('Great price.'), { ...english('Great price.'), language: 'hu' }],
      business,
    )
    assert.equal(inEnglish!.read, true)
    assert.equal(inHungarian!.read, false)
  })

  it('A review with another translation is analyzed again', async t => {
    const { find } = await startReading(t)
    const original = { ...english('Sokat kellett várni a sörre.'), language: 'hu' }
    const withTranslation = (text: string) => ({
      ...original,
      translation: { language: 'en', text },
    })
    const found = await find(
      [
        original,
        withTranslation('We waited long for the beer.'),
        withTranslation('The waiting was long.'),
      ],
      business,
    )
    assert.deepEqual(
      found.map(one => [one!.read, one!.isTranslation, one!.language]),
      [
        [false, false, 'hu'],
        [true, true, 'hu'],
        [true, true, 'hu'],
      ],
    )
    assert.notDeepEqual(found[1], found[2])
  })

  it('Analyses survive a restart', async t => {
    const { find, folder, store } = await startReading(t)
    const before = await find(TEXTS, business)
    await store.close()
    const again = await openTestStore(t, folder)
    const spy = createSpy()
    const after = await createFindAnalyses({ store: again.store.analyses, engine: spy })(
      TEXTS,
      business,
    )
    assert.deepEqual(after, before)
    assert.equal(spy.sentences, 0)
  })

  it('Texts are analyzed again with another roster', async t => {
    const { spy, find } = await startReading(t)
    await find(TEXTS, business)
    const technicians = [{ name: 'Rosa Park', role: null, aliases: [] }]
    const [analysis] = await find(TEXTS, { ...business, technicians })
    assert.equal(spy.sentences, 2 * READS)
    assert.deepEqual(
      analysis!.technicians.map(({ key }) => key),
      ['Rosa Park'],
    )
  })

  it('Texts are analyzed again with another taxonomy', async t => {
    const { spy, find } = await startReading(t)
    await find(TEXTS, business)
    await find(TEXTS, BusinessFile.parse({ ...plumber, taxonomy: { trade: 'restaurant' } }))
    assert.equal(spy.sentences, 2 * READS)
  })

  it('Texts are analyzed again with other weights', async t => {
    const { spy, store, find } = await startReading(t)
    await find(TEXTS, business)
    const retrained = { ...spy, digest: 'other' }
    await createFindAnalyses({ store: store.analyses, engine: retrained })(TEXTS, business)
    assert.equal(spy.sentences, 2 * READS)
  })

  it('Texts are analyzed again when the business has another name, which is nobody’s', async t => {
    const { spy, find } = await startReading(t)
    const [before] = await find(TEXTS, business)
    const [after] = await find(TEXTS, { ...business, name: 'Rosa Plumbing' })
    assert.equal(spy.sentences, 2 * READS - 1)
    assert.deepEqual([before!.technicians.length, after!.technicians.length], [1, 0])
  })

  it('Texts are not analyzed again when only the address of the business changes', async t => {
    const { spy, find } = await startReading(t)
    await find(TEXTS, business)
    await find(TEXTS, { ...business, telephone: '+1-555-0100' })
    assert.equal(spy.sentences, READS)
  })

  it('Many texts are handed to other threads, and each batch is saved', async t => {
    const asked: number[] = []
    const progress: string[] = []
    const blank = createAnalyzer(engine, business)('Hm.', 'en')
    const analyzeAll: AnalyzeAll = async (texts, _, save) => {
      asked.push(texts.length)
      await save(400, Array(200).fill(blank))
      await save(0, Array(400).fill(blank))
    }
    const { spy, find } = await startReading(t, {
      analyzeAll,
      onProgress: (done, total) => progress.push(`${done} of ${total}`),
    })
    const many = Array.from({ length: 600 }, (_, number) => english(`Visit ${number}.`))
    assert.deepEqual(await find(many, business), Array(600).fill(blank))
    assert.deepEqual(asked, [600])
    assert.deepEqual(progress, ['200 of 600', '600 of 600'])
    assert.deepEqual(await find(many, business), Array(600).fill(blank))
    assert.deepEqual(asked, [600])
    assert.equal(spy.sentences, 0)
  })

  it('A few texts are analyzed in this thread', async t => {
    const { spy, find } = await startReading(t, {
      analyzeAll: () => assert.fail('there are only a few texts'),
    })
    await find(TEXTS, business)
    assert.equal(spy.sentences, READS)
  })

  it('What was analyzed before a failure is kept', async t => {
    const blank = createAnalyzer(engine, business)('Hm.', 'en')
    const asked: number[] = []
    const analyzeAll: AnalyzeAll = async (texts, _, save) => {
      asked.push(texts.length)
      await save(0, Array(500).fill(blank))
      throw new Error('stopped')
    }
    const { find } = await startReading(t, { analyzeAll })
    const many = Array.from({ length: 1100 }, (_, number) => english(`Visit ${number}.`))
    await assert.rejects(find(many, business), { message: 'stopped' })
    assert.deepEqual(await find(many.slice(0, 500), business), Array(500).fill(blank))
    await assert.rejects(find(many, business), { message: 'stopped' })
    assert.deepEqual(asked, [1100, 600])
  })

  it('Other threads return the same analyses', async t => {
    const texts = Array.from({ length: 700 }, (_, number) =>
      english(`Rosa came on time on visit ${number}.`),
    )
    const { spy, find } = await startReading(t, { analyzeAll: analyzeOnAllCores })
    const analyze = createAnalyzer(engine, business)
    assert.deepEqual(
      await find(texts, business),
      texts.map(({ text, rating }) => analyze(text!, 'en', rating)),
    )
    assert.equal(spy.sentences, 0)
  })
})
