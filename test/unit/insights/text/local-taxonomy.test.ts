import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  LABELS,
  resolveLocalTaxonomy,
  resolveTaxonomy,
  type TaxonomyLabels,
} from '../../../../src/insights/text/resolve-taxonomy.ts'
import { BusinessFile, Trade } from '../../../../src/model/business.ts'
import { LocaleTag } from '../../../../src/model/scalars.ts'
import { createNameLookup } from '../../../../src/publish/search/name-lookup.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const { taxonomies } = engine
const fileOf = (file: object) => BusinessFile.parse({ name: 'Any', ...file })
const resolve = (file: object) => resolveLocalTaxonomy(taxonomies, fileOf(file))

/** `salon aspects nails` for everything that has a label of its own. */
const named = taxonomies.flatMap(({ id, aspects, problems }) => [
  ...aspects.filter(({ label }) => label).map(aspect => `${id} aspects ${aspect.id}`),
  ...problems.map(problem => `${id} problems ${problem.id}`),
])
const namedIn = (labels: TaxonomyLabels) =>
  Object.entries(labels).flatMap(([trade, kinds]) =>
    Object.entries(kinds).flatMap(([kind, entries]) =>
      Object.keys(entries).map(id => `${trade} ${kind} ${id}`),
    ),
  )

describe('Labels in other languages', () => {
  for (const tag of ['de', 'es', 'fr'] as const)
    it(`Everything that has a label in English has one in ${tag}, and nothing else does`, () => {
      assert.deepEqual(namedIn(LABELS[tag]!).toSorted(), named.toSorted())
    })

  it('British labels are for what the taxonomies have', () => {
    for (const name of namedIn(LABELS['en-GB']!)) assert.ok(named.includes(name), name)
  })

  for (const locale of LocaleTag.options)
    it(`No label in ${locale}, nor its English name, stands for two things of one trade`, () => {
      for (const trade of Trade.options) {
        const { aspects, problems } = resolve({ locale, taxonomy: { trade } })
        for (const kind of [aspects, problems]) {
          const find = createNameLookup(kind.map(one => ({ ...one, parts: [], mentions: 1 })))
          for (const { id, label, aliases } of kind)
            for (const name of [id, label, ...aliases])
              assert.deepEqual(find(name), { id }, `${trade}: ${name}`)
        }
      }
    })
})

describe('What customers ask', () => {
  const ASKS_FOR_A_TIME = /^(?:How long|Wie lange|Combien de temps|¿Cuánto)\b/

  for (const locale of LocaleTag.options)
    it(`No question in ${locale} asks for a time: the answers are opinions`, () => {
      const questions = Trade.options
        .flatMap(trade => resolve({ locale, taxonomy: { trade } }).aspects)
        .map(({ question }) => question ?? '')
      assert.ok(questions.length > 100)
      assert.deepEqual(
        questions.filter(question => ASKS_FOR_A_TIME.test(question)),
        [],
      )
    })
})

describe('The taxonomy of a site in another language', () => {
  const labelIn = (file: object, wanted: string) =>
    resolve(file).aspects.find(({ id }) => id === wanted)!

  it('A German restaurant has German labels and questions, also for what it inherits', () => {
    const file = { locale: 'de', taxonomy: { trade: 'restaurant' } }
    assert.equal(labelIn(file, 'scheduling').label, 'Reservierung')
    assert.equal(labelIn(file, 'pricing').question, 'Sind die Preise fair?')
    assert.deepEqual(labelIn(file, 'pricing').aliases, ['Pricing'])
  })

  it('An American site has the labels of the taxonomy and no other names', () => {
    const { aspects, problems } = resolve({ category: 'Plumber' })
    const english = resolveTaxonomy(taxonomies, fileOf({ category: 'Plumber' }))
    assert.deepEqual(
      aspects.map(({ aliases, ...aspect }) => aspect),
      english.aspects,
    )
    assert.ok([...aspects, ...problems].every(({ aliases }) => aliases.length === 0))
  })

  it('Labels of the owner win over translations, and the question stays in the language of the site', () => {
    const taxonomy = {
      aspects: [{ id: 'pricing', label: 'Was es kostet' }, { id: 'log_delivery' }],
      problems: [{ id: 'no_heat', label: 'Ofen kalt' }],
    }
    const file = { locale: 'de', category: 'HVACBusiness', taxonomy }
    assert.equal(labelIn(file, 'pricing').label, 'Was es kostet')
    assert.equal(labelIn(file, 'pricing').question, 'Sind die Preise fair?')
    assert.equal(labelIn(file, 'log_delivery').label, 'Log delivery')
    assert.equal(resolve(file).problems.find(({ id }) => id === 'no_heat')!.label, 'Ofen kalt')
  })

  it('Cues do not depend on the language of the site', () => {
    const cuesOf = (locale: string) =>
      resolve({ locale, category: 'Dentist' }).aspects.map(({ id, good, bad, about }) => [
        id,
        good,
        bad,
        about,
      ])
    assert.deepEqual(cuesOf('fr'), cuesOf('en-US'))
  })
})
