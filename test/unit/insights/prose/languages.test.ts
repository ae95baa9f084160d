import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AspectChange } from '../../../../src/insights/counts/aspect-changes.ts'
import { answerQuestions } from '../../../../src/insights/prose/faq.ts'
import { listed, withoutLinks } from '../../../../src/insights/prose/phrasing.ts'
import { describeChange } from '../../../../src/insights/prose/time-claims.ts'
import { writeSummary } from '../../../../src/insights/prose/write-summary.ts'
import {
  CATALOGS,
  type Catalog,
  createLocale,
  localeOf,
  VALUE,
} from '../../../../src/locale/locale.ts'
import type { LocaleTag } from '../../../../src/model/scalars.ts'
import golden from '../golden/english-prose.json' with { type: 'json' }
import { countBusiness, readBusiness } from './count-business.ts'

const { de, 'en-GB': enGb, 'en-US': enUs, es, fr } = CATALOGS

const demo = await readBusiness('demo/business.json', 'demo/reviews.json')

describe('Summary and FAQ in English', () => {
  const locale = localeOf('en-US')
  const summaryOf = (counted: typeof demo) =>
    writeSummary(countBusiness(counted), locale)!.summary_claims.map(({ text }) => text)

  it('The demo has the same summary and the same answers as ever', () => {
    assert.deepEqual(summaryOf(demo), golden.summaries.demo)
    assert.deepEqual(
      answerQuestions(countBusiness(demo), locale).map(({ question, answer }) => ({
        question,
        answer,
      })),
      golden.faq,
    )
  })

  for (const name of ['law', 'movers', 'salon'] as const)
    it(`The summary of a business in ${name} stays as it was`, async () => {
      const folder = `bench/businesses/${name}`
      assert.deepEqual(
        summaryOf(await readBusiness(`${folder}.business.json`, `${folder}.reviews.json`)),
        golden.summaries[name],
      )
    })
})

const translations = { de: de.insights, 'en-GB': enGb.insights, es: es.insights, fr: fr.insights }

/** Each message by its path: `faq.aboutIt.few.other`. */
function messagesIn(words: object, path = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : messagesIn(value, `${path}${key}.`),
  )
}

/** Without the forms of a plural: a language may need others. */
const nameOf = (path: string) => path.replace(/\.(?:one|few|many|other)$/, '')
const valuesIn = (text: string) => [...text.matchAll(VALUE)].map(([, name]) => name!)

for (const [tag, insights] of Object.entries(translations) as [LocaleTag, Catalog['insights']][])
  describe(`Summary and FAQ in ${tag}`, () => {
    const locale = createLocale(tag, { ...enUs, insights })

    it(`Every message in ${tag} has the same values as the English one`, () => {
      const english = Map.groupBy(messagesIn(enUs.insights), ([path]) => nameOf(path))
      for (const [path, text] of messagesIn(insights)) {
        const known = new Set(english.get(nameOf(path))!.flatMap(([, one]) => valuesIn(one)))
        // A label may begin the sentence in one language and stand in its middle in another.
        const used = new Set(valuesIn(text).map(name => (name === 'label' ? 'aspect' : name)))
        // "One review" need not have the digit.
        if (path.endsWith('.one')) for (const values of [known, used]) values.delete('count')
        assert.deepEqual(used, known, path)
      }
    })

    it(`The demo has a summary and answers in ${tag}, with nothing left to fill in and little in English`, () => {
      const counted = countBusiness(demo, tag)
      const summary = writeSummary(counted, locale)!.summary_claims.map(({ text }) => text)
      const faq = answerQuestions(counted, locale)
      assert.equal(summary.length, golden.summaries.demo.length)
      assert.equal(faq.length, golden.faq.length)
      const texts = [...summary, ...faq.flatMap(({ question, answer }) => [question, answer])]
      for (const text of texts) assert.doesNotMatch(text, /[{}]|undefined|NaN/)
      if (tag === 'en-GB') return
      const own = texts.map(withoutQuotes).join(' ')
      assert.doesNotMatch(own, /\b(?:reviews?|mention|customers?|positive and|stars|of the)\b/i)
    })
  })

/** What customers wrote stays in their language. */
const withoutQuotes = (text: string) => text.replace(/[„“«].*?[“”»]/g, '')

describe('Sentences whose parts differ between languages', () => {
  const localeIn = (tag: keyof typeof translations) =>
    createLocale(tag, { ...enUs, insights: translations[tag] })
  const tags = Object.keys(translations) as (keyof typeof translations)[]
  const changeSince = (since: string) =>
    tags.map(tag =>
      withoutLinks(
        describeChange(
          localeIn(tag),
          { label: 'Empathie', direction: 'improved', since } as AspectChange,
          {
            parts: [],
          },
        ),
      ),
    )

  it('The beginning of a change is a month, a quarter or a year, and nouns keep their capital in German', () => {
    assert.deepEqual(changeSince('2025-03'), [
      'Die Meinungen zum Thema Empathie sind seit März 2025 besser geworden.',
      'Opinions about empathie have improved since March 2025.',
      'Las opiniones sobre empathie han mejorado desde marzo de 2025.',
      'Empathie\u00a0: les avis sont plus favorables depuis mars 2025.',
    ])
    assert.match(changeSince('2025-Q2')[0]!, /seit dem zweiten Quartal 2025 /)
    assert.match(changeSince('2025')[3]!, /depuis 2025\.$/)
  })

  it('A list in which an item has an "and" of its own ends differently', () => {
    const endings = tags.map(tag => {
      const { series } = localeIn(tag)
      return listed(localeIn(tag), ['a', 'b', series(['c', 'd'])])
    })
    assert.deepEqual(endings, [
      'a, b sowie c und d',
      'a, b, and c and d',
      'a, b, así como c y d',
      'a, b ainsi que c et d',
    ])
    assert.equal(listed(localeIn('es'), ['a', 'b', 'iglesia']), 'a, b e iglesia')
  })
})
