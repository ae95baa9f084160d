import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createAnalyzer } from '../../../../src/insights/analyze.ts'
import { parseCue } from '../../../../src/insights/text/cues.ts'
import { resolveTaxonomy } from '../../../../src/insights/text/resolve-taxonomy.ts'
import { BusinessFile, Trade, WHOLE } from '../../../../src/model/business.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const { taxonomies } = engine
const resolve = (file: object) =>
  resolveTaxonomy(taxonomies, BusinessFile.parse({ name: 'Any', ...file }))
const idsOf = (file: object) => resolve(file).aspects.map(({ id }) => id)

describe('The taxonomies', () => {
  it('There is one taxonomy for each trade that a business file can name', async () => {
    const names = await readdir(new URL('../../../../taxonomy/', import.meta.url))
    const files = names.filter(name => name.endsWith('.json'))
    assert.deepEqual(files.toSorted(), Trade.options.map(trade => `${trade}.json`).toSorted())
    assert.deepEqual(taxonomies.map(({ id }) => id).toSorted(), Trade.options.toSorted())
  })

  for (const trade of Trade.options)
    it(`The taxonomy of ${trade} has at least ten aspects, each with its own label and cues`, () => {
      const { aspects } = resolve({ taxonomy: { trade } })
      assert.ok(aspects.length >= 10, String(aspects.length))
      assert.equal(new Set(aspects.map(({ label }) => label)).size, aspects.length)
      // An opinion on the whole has no words of its own.
      for (const { id, good, bad, about } of aspects)
        assert.ok(id === WHOLE || (good.length > 0 && bad.length > 0 && about.length > 0), id)
    })

  it('The home trades have punctuality, pricing and technical knowledge', () => {
    for (const trade of ['heating_cooling', 'plumbing', 'electrical']) {
      const ids = idsOf({ taxonomy: { trade } })
      for (const id of ['punctuality', 'pricing', 'technical_knowledge'])
        assert.ok(ids.includes(id), trade)
    }
  })

  it('Every alternative of every cue has something to look for', () => {
    for (const { id, aspects, problems } of taxonomies) {
      const cues = [
        ...aspects.flatMap(({ good, bad, about }) => [...good, ...bad, ...about]),
        ...problems.flatMap(problem => problem.cues),
      ]
      for (const cue of cues) {
        const alternatives = parseCue(cue).flat()
        assert.ok(
          alternatives.length > 0 && alternatives.every(steps => steps.length > 0),
          `${id}: ${cue}`,
        )
        assert.ok(!/^~|~$/.test(cue.trim()), `${id}: a gap at the end of ${cue}`)
      }
    }
  })

  for (const { id: trade, asked } of taxonomies)
    it(`The taxonomy of ${trade} says of each of its aspects when customers ask about it`, () => {
      const ids = idsOf({ taxonomy: { trade } }).filter(id => id !== WHOLE)
      assert.deepEqual(asked.toSorted(), ids.toSorted())
    })

  it('A taxonomy omits only aspects that it would inherit', () => {
    for (const { id, omit, extends: base } of taxonomies) {
      const inherited = base ? idsOf({ taxonomy: { trade: base } }) : []
      for (const aspect of omit) assert.ok(inherited.includes(aspect), `${id}: ${aspect}`)
    }
  })
})

describe('Choosing a taxonomy', () => {
  it('The category decides the taxonomy', () => {
    assert.ok(idsOf({ category: 'Plumber' }).includes('water_pressure'))
    assert.ok(idsOf({ category: 'HVACBusiness' }).includes('comfort'))
    assert.ok(idsOf({ category: 'Restaurant' }).includes('food'))
    assert.ok(idsOf({ category: 'Nail Salon' }).length > 10)
  })

  it('An unknown or missing category gets the general taxonomy', () => {
    const general = idsOf({ taxonomy: { trade: 'general' } })
    assert.deepEqual(idsOf({ category: 'Zoo' }), general)
    assert.deepEqual(idsOf({ category: 'Constructor' }), general)
    assert.deepEqual(idsOf({}), general)
  })

  it('A trade named by the owner wins over the category', () => {
    assert.ok(idsOf({ category: 'Plumber', taxonomy: { trade: 'restaurant' } }).includes('food'))
  })

  it('The network tells the trades of all taxonomies apart, and finds their aspects by itself', () => {
    assert.equal(resolve({ category: 'Electrician' }).trade, 'electrical')
    assert.equal(resolve({ category: 'Beekeeper' }).trade, 'general')
    for (const { id } of engine.taxonomies) {
      assert.ok(engine.network.trades.includes(id), id)
      for (const aspect of idsOf({ taxonomy: { trade: id } }))
        assert.ok(engine.network.aspects.includes(aspect), aspect)
    }
  })
})

describe("The owner's additions", () => {
  const owned = (taxonomy: object) =>
    BusinessFile.parse({ name: 'Vale Stoves', category: 'HVACBusiness', taxonomy })

  it('An aspect added by the owner is found with its sentiment', () => {
    const analyze = createAnalyzer(
      engine,
      owned({
        aspects: [
          {
            id: 'chimney',
            good: ['no soot'],
            bad: ['soot (everywhere|on ~ carpet)'],
            about: ['flue'],
          },
        ],
      }),
    )
    const sentimentOf = (text: string) =>
      analyze(text, 'en').aspects.find(({ id }) => id === 'chimney')?.sentiment
    assert.equal(sentimentOf('There was soot on the white carpet.'), 'negative')
    assert.equal(sentimentOf('Great job, no soot at all.'), 'positive')
    assert.equal(sentimentOf('They came on Monday.'), undefined)
  })

  it('A problem added by the owner is found', () => {
    const cues = ['smok* ~ (room|kitchen)']
    const analyze = createAnalyzer(
      engine,
      owned({ problems: [{ id: 'smoke', label: 'Smoke', cues }] }),
    )
    const problemsOf = (text: string) => analyze(text, 'en').problems.map(({ key }) => key)
    assert.deepEqual(problemsOf('There was smoke in the kitchen.'), ['smoke'])
    assert.deepEqual(problemsOf('We had no heat.'), ['no_heat'])
  })

  it('The owner can add phrases and a label to an aspect of the trade', () => {
    const { aspects } = resolveTaxonomy(
      taxonomies,
      owned({ aspects: [{ id: 'pricing', label: 'What it costs', good: ['mates rates'] }] }),
    )
    const pricing = aspects.find(({ id }) => id === 'pricing')!
    assert.equal(pricing.label, 'What it costs')
    assert.ok(pricing.question)
    assert.ok(pricing.good.includes('mates rates') && pricing.good.length > 10)
    assert.equal(aspects.length, idsOf({ category: 'HVACBusiness' }).length)
  })

  it('An aspect added without a label gets one from its id', () => {
    const { aspects } = resolveTaxonomy(taxonomies, owned({ aspects: [{ id: 'log_delivery' }] }))
    assert.equal(aspects.at(-1)!.label, 'Log delivery')
  })
})
