import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FacetName } from '../../../../src/model/filters.ts'
import type { Review } from '../../../../src/model/review.ts'
import {
  anyArgs,
  anyRow,
  findPlainly,
  idsOf,
  SORTS,
  search,
} from '../../../kit/publish/search/plain-search.ts'
import { business, day, row, rows } from '../../../kit/rows.ts'
import { buildReviews, buildSnapshot, readJson } from '../../../kit/snapshot-builder.ts'

describe('search', () => {
  it('Search finds exactly the reviews that a plain scan of all texts finds', async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow(), { maxLength: 40, size: 'max' }),
        fc.array(anyArgs(), { minLength: 50, maxLength: 100, size: 'max' }),
        async (texts, asked) => {
          const snapshot = await buildReviews(
            t,
            texts.map((one, number) => ({ ...one, source_id: `s${number}` })),
          )
          const all: Review[] = readJson(snapshot, '/reviews.json').reviews
          for (const args of asked) {
            const { matched, reviews } = search(snapshot, { ...args, limit: 100 })
            const expected = findPlainly(all, args)
            assert.deepEqual(reviews, expected.slice(0, 100), JSON.stringify(args))
            assert.equal(matched, expected.length)
          }
        },
      ),
      { numRuns: 16 },
    )
  })

  it('A person together with a sentiment finds the reviews with both', async t => {
    const texts = [
      'Rosa was wonderful, on time and very friendly.',
      'Rosa was rude, late and much too expensive.',
      'Bobby was wonderful, on time and very friendly.',
    ]
    const snapshot = await buildSnapshot(
      t,
      texts.map((text, number) =>
        row({ source_id: `s${number}`, text, rating: number === 1 ? 1 : 5 }),
      ),
    )
    const textsOf = (args: Parameters<typeof search>[1]) =>
      search(snapshot, args).reviews.map(({ text }) => texts.indexOf(text!))
    assert.deepEqual(textsOf({ mentions_technician: 'rosa', sentiment: 'positive' }), [0])
    assert.deepEqual(textsOf({ mentions_technician: 'rosa', sentiment: 'negative' }), [1])
  })

  it('Search finds a query whatever apostrophes, quotes, dashes, accents and Turkish letters it is typed with', async t => {
    const text = 'They didn’t call – “soon”, they said. CAFE\u0301 in İstanbul, kapı.'
    const snapshot = await buildReviews(t, [row({ text })])
    for (const query of [
      "didn't",
      'call - "soon"',
      'call — „soon“',
      'café',
      'cafe\u0301',
      'istanbul',
      'KAPI',
      'kapi',
    ])
      assert.equal(search(snapshot, { query }).matched, 1, query)
    assert.equal(search(snapshot, { query: 'didnt' }).matched, 0)
    const { evidence, reviews } = search(snapshot, { query: 'café in i', evidence: true })
    const [passage] = evidence![reviews[0]!.id]!
    assert.equal(text.slice(passage!.from, passage!.to), 'CAFE\u0301 in İ')
  })

  it('Search finds words of languages without spaces between them', async t => {
    const texts = [
      'エアコンの修理が早かったです。',
      '他们修理了暖气，非常专业。',
      'ช่างซ่อมแอร์เร็วมาก',
      '東京の店',
    ]
    const snapshot = await buildReviews(
      t,
      texts.map((text, number) => row({ source_id: `s${number}`, text })),
    )
    const found = (words: string) =>
      search(snapshot, { words })
        .reviews.map(({ text }) => texts.indexOf(text!))
        .sort()
    assert.deepEqual(found('修理'), [0, 1])
    assert.deepEqual(found('专业'), [1])
    assert.deepEqual(found('ซ่อม'), [2])
    assert.deepEqual(found('東京'), [3])
    assert.deepEqual(found('修理 暖气'), [1])
    const { evidence, reviews } = search(snapshot, { words: '专业', evidence: true })
    const [passage] = evidence![reviews[0]!.id]!
    assert.equal(texts[1]!.slice(passage!.from, passage!.to), '专业')
  })

  it('Search for a word finds its synonyms, and says where', async t => {
    const texts = [
      'They were kind to our kids.',
      'My daughter loved it.',
      'Great with children',
      'Our child seat',
      'No one.',
    ]
    const snapshot = await buildReviews(
      t,
      texts.map((text, number) => row({ source_id: `s${number}`, text })),
    )
    for (const words of ['child', 'kids', 'son']) {
      const { matched, reviews, evidence } = search(snapshot, { words, evidence: true })
      assert.equal(matched, 4, words)
      const marked = reviews.map(({ id, text }) => {
        const { from, to } = evidence![id]![0]!
        return text!.slice(from, to)
      })
      assert.deepEqual(marked.sort(), ['child', 'children', 'daughter', 'kids'])
    }
    assert.equal(search(snapshot, { words: 'kind kid' }).matched, 1)
  })

  it('Search finds the forms of German, French and Spanish words in texts of these languages', async t => {
    const texts = {
      de: 'Sehr freundlicher Monteur, aber teure Häuser.',
      fr: 'Une équipe professionnelle, chaudière réparée.',
      es: 'Los técnicos llamaron antes.',
    }
    const snapshot = await buildReviews(
      t,
      Object.entries(texts).map(([language, text]) => row({ source_id: language, language, text })),
    )
    const found = (words: string) =>
      search(snapshot, { words }).reviews.map(({ language }) => language)
    for (const words of ['freundlich', 'teuer', 'haus', 'Monteure'])
      assert.deepEqual(found(words), ['de'], words)
    for (const words of ['professionnel', 'réparer', 'reparees', 'chaudières'])
      assert.deepEqual(found(words), ['fr'], words)
    for (const words of ['técnico', 'llamar', 'llamada'])
      assert.deepEqual(found(words), ['es'], words)
  })

  it('Search for words finds a translation and says so, and the reply only on request', async t => {
    const snapshot = await buildReviews(t, [
      row({
        text: 'Das Mikrofon war kaputt.',
        language: 'de',
        translation: { language: 'en', text: 'The microphone was broken.' },
        owner_reply: { text: 'Wir haben beide Boxen ersetzt.', date: '2026-04-01' },
      }),
    ])
    const found = (words: string, search_replies = false) => {
      const { reviews, evidence } = search(snapshot, { words, search_replies, evidence: true })
      return reviews.flatMap(({ id }) =>
        evidence![id]!.map(({ field, from, to }) => [field, from, to]),
      )
    }
    assert.deepEqual(found('microphones'), [['translation', 4, 14]])
    assert.deepEqual(found('mikrofone'), [['text', 4, 12]])
    assert.deepEqual(found('box'), [])
    assert.deepEqual(found('box', true), [['reply', 16, 21]])
    assert.deepEqual(found('box kaputt', true), [
      ['text', 17, 23],
      ['reply', 16, 21],
    ])
    assert.deepEqual(found('beide-boxen', true), [['reply', 10, 21]])
    assert.equal(search(snapshot, { query: 'Boxen', search_replies: true }).matched, 0)
  })

  it('Search by relevance puts the reviews first that say most of what was searched for, and leaves out the others', async t => {
    const texts = [
      'They fixed the heat pump in the basement.',
      'The heat pump in our basement leaked, and then they came and fixed it and it never leaked again.',
      'The pump works.',
      'They were on time.',
      'They do their work.',
    ]
    const snapshot = await buildReviews(
      t,
      texts.map((text, number) => row({ source_id: `s${number}`, text })),
    )
    const found = (words: string) =>
      search(snapshot, { words, sort: 'relevance' }).reviews.map(({ text }) => texts.indexOf(text!))
    assert.deepEqual(found('heat pump'), [0, 1])
    assert.deepEqual(found('pump'), [2, 0, 1])
    assert.deepEqual(found('do they offer financing'), [])
    assert.deepEqual(found('financing'), [])
    // No review has both words: those with one are found where somebody has the other.
    assert.deepEqual(found('work time'), [3, 2, 4])
    assert.deepEqual(found('work vacuum'), [])
    const { matched, facets } = search(snapshot, {
      words: 'heat pump',
      sort: 'relevance',
      facets: 'rating',
    })
    assert.equal(matched, 2)
    assert.deepEqual(facets, { rating: [{ value: 5, label: '5 stars', matched: 2 }] })
  })

  it('Cursors lead through all hits by relevance exactly once', async t => {
    const snapshot = await buildReviews(
      t,
      rows(40, number => ({
        text: `${'very '.repeat(number % 7)}late${number % 3 === 0 ? ' again' : ''}`,
      })),
    )
    const args = { words: 'late again', sort: 'relevance' } as const
    const all = search(snapshot, { ...args, limit: 100 })
    const ids: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = search(snapshot, { ...args, limit: 3, ...(cursor && { cursor }) })
      ids.push(...idsOf(page.reviews))
      cursor = page.nextCursor
    }
    assert.equal(all.matched, 14)
    assert.deepEqual(ids, idsOf(all.reviews))
  })

  it('Facets count what each option would find in place of the one that the search has', async t => {
    const snapshot = await buildSnapshot(
      t,
      rows(30, number => ({
        text: number % 4 === 0 ? 'Rosa was rude in Old Town.' : 'Bobby was on time.',
        source: number % 3 === 0 ? 'yelp' : 'google',
        language: number % 5 === 0 ? null : 'en',
        owner_reply: number % 2 === 0 ? { text: 'Thank you', date: day(100) } : null,
      })),
    )
    const facets = FacetName.options.join(',')
    for (const args of [
      {},
      { source: 'yelp' },
      { mentions_technician: 'rosa', sentiment: 'negative' },
    ] as const)
      for (const [name, options] of Object.entries(search(snapshot, { ...args, facets }).facets!)) {
        assert.ok(
          options.length > 0 || ['problem', 'topic', 'mentions_service'].includes(name),
          name,
        )
        for (const { value, matched } of options)
          assert.equal(
            search(snapshot, { ...args, [name]: value }).matched,
            matched,
            `${name}=${value}`,
          )
      }
  })

  it('The sentiment next to an area or a problem is what reviews say about it, as the insights count it', async t => {
    const snapshot = await buildSnapshot(t, [
      row({ source_id: 'a', text: 'Rosa was wonderful in Old Town.' }),
      row({ source_id: 'b', text: 'Rude and late in Old Town.', rating: 1 }),
    ])
    for (const sentiment of ['positive', 'negative'] as const)
      assert.equal(search(snapshot, { mentions_service_area: 'old town', sentiment }).matched, 1)
  })

  it('A language that no review is in is reported with those that some are in', async t => {
    const snapshot = await buildReviews(t, [row({ text: null, language: 'pt-BR' })])
    assert.deepEqual(search(snapshot, { language: 'de' }).unrecognized, [
      { parameter: 'language', value: 'de', suggestions: ['pt-BR'] },
    ])
    for (const language of ['pt', 'PT-br'])
      assert.deepEqual(search(snapshot, { language }).unrecognized, [])
  })

  it('An aspect answers to everyday words, unless something else is called that', async t => {
    const rows = [row({ text: 'Much too expensive!' })]
    const found = (await buildSnapshot(t, rows)).findName('aspects', 'price')
    assert.deepEqual(found, { id: 'pricing' })
    const taxonomy = {
      trade: 'plumbing',
      aspects: [{ id: 'price', label: 'Punctuality', good: ['fair price'] }],
    }
    const own = await buildSnapshot(t, rows, { ...business, taxonomy })
    assert.deepEqual(own.findName('aspects', 'price'), { id: 'price' })
  })

  it('Search finds a word, a part of a word, several words and punctuation', async t => {
    const text = "Wow!! Mike's team re-piped the CAFÉ in 2 days — straße, 東京の修理, 👍🏽 done."
    const snapshot = await buildReviews(t, [row({ text })])
    for (const query of [
      'wow',
      'ow!!',
      "mike's",
      'e-p',
      'café in 2',
      ' — ',
      'STRASSE'.slice(0, 4),
      '京の',
      '👍',
      'ne.',
      '.',
      ' ',
    ])
      assert.equal(search(snapshot, { query }).matched, 1, query)
    for (const query of ['wow mike', 'strasse', 'done!', 'cafe', '  '])
      assert.equal(search(snapshot, { query }).matched, 0, query)
  })

  it('Search never matches a query across the end of a review', async t => {
    const snapshot = await buildReviews(t, [
      row({ source_id: 'a', text: 'one(', date: day(2) }),
      row({ source_id: 'b', text: null, date: day(1) }),
      row({ source_id: 'c', text: ') two', date: day(0) }),
    ])
    assert.equal(search(snapshot, { query: 'one()' }).matched, 0)
    assert.equal(search(snapshot, { query: ') ' }).matched, 1)
    assert.equal(search(snapshot, { query: '()' }).matched, 0)
  })

  it('Search on a German site finds an aspect by its German label, its English one and its id', async t => {
    const snapshot = await buildSnapshot(t, [row({ text: 'They came on time. Fair price.' })], {
      ...business,
      locale: 'de',
    })
    for (const aspect of [
      'punctuality',
      'Pünktlichkeit',
      'punktlichkeit',
      'Punctuality',
      'Preise',
      'pricing',
    ])
      assert.equal(search(snapshot, { aspect }).matched, 1, aspect)
    const { aspects } = readJson(snapshot, '/insights.json')
    assert.equal(
      aspects.find(({ id }: { id: string }) => id === 'punctuality').label,
      'Pünktlichkeit',
    )
  })

  it('Search finds a service area by id, label or alias in any spelling', async t => {
    const service_areas = [
      { id: 'old_town', label: 'Old Town', aliases: ['Altstadt'] },
      { id: 'harbour', label: 'Harbour' },
    ]
    const snapshot = await buildSnapshot(t, [row({ text: 'Came to the Altstadt at once.' })], {
      ...business,
      service_areas,
    })
    for (const area of ['old_town', 'OLD_TOWN', 'Old Town', 'old-town', 'altstadt'])
      assert.equal(search(snapshot, { mentions_service_area: area }).matched, 1, area)
    for (const area of ['harbour', 'Old', '__proto__'])
      assert.equal(search(snapshot, { mentions_service_area: area }).matched, 0, area)
  })

  it('Search finds a language with all its regions, and a region alone', async t => {
    const languages = ['en', 'en-GB', 'en', 'pt-BR', 'enm', null]
    const snapshot = await buildReviews(
      t,
      rows(languages.length, number => ({ language: languages[number] })),
    )
    const counts = { en: 3, EN: 3, 'en-gb': 1, 'en-US': 0, pt: 1, 'PT-BR': 1, enm: 1, de: 0 }
    for (const [language, count] of Object.entries(counts))
      assert.equal(search(snapshot, { language }).matched, count, language)
  })

  it('Search skips as many hits as requested, in every order', async t => {
    const snapshot = await buildReviews(
      t,
      rows(23, number => ({ date: day(number % 5) })),
    )
    for (const sort of SORTS)
      for (const filter of [
        {},
        { min_rating: 2 },
        { query: 'number' },
        { since: day(1) },
        { rating: 3 },
      ]) {
        const { matched, reviews } = search(snapshot, { ...filter, sort, limit: 100 })
        for (const skip of [0, 1, 4, matched - 1, matched, matched + 5]) {
          const page = search(snapshot, { ...filter, sort, limit: 4, skip })
          assert.deepEqual(
            idsOf(page.reviews),
            idsOf(reviews.slice(skip, skip + 4)),
            `${sort} ${skip}`,
          )
          assert.equal(page.matched, matched)
          assert.equal(page.nextCursor === null, skip + 4 >= matched)
        }
      }
  })
})
