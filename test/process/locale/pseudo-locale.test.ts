import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { localeOf, sourceName } from '../../../src/locale/locale.ts'
import type { Review } from '../../../src/model/review.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { ogFactsOf } from '../../../src/site/pictures/og-image.ts'
import { startTestApp } from '../../kit/app.ts'
import { shareBrowser } from '../../kit/browser.ts'
import { demoBusiness, startDemoBuilder } from '../../kit/demo-site.ts'
import { PAGES, widthOf } from '../../kit/look.ts'
import { readTexts } from '../../kit/page-texts.ts'
import { distort, outsideBrackets, PSEUDO_LOCALE, speakPseudo } from '../../kit/pseudo-locale.ts'
import { share } from '../../kit/share.ts'
import { engine, readJson, readText } from '../../kit/snapshot-builder.ts'
import { visit } from '../../kit/visit.ts'

/** The demo's own words for its people and places would hide ours. */
const business = { ...demoBusiness, locale: PSEUDO_LOCALE, verification_policy: undefined }
business.site = { ...demoBusiness.site, labels: undefined }

/** Lists that say more than the one of each kind; `GONE` stands for a review that was removed. */
const WORDY_PAGES = [
  '/reviews?page=2',
  '/reviews?page=999',
  '/reviews?query=heat&rating=5&has_reply=true&since=2020-01-01&until=2026-12-31&language=es',
  '/reviews?aspect=pricing&sentiment=negative&max_rating=2&min_rating=1&source=direct',
  '/reviews?mentions_technician=nobody&words=heat',
  '/reviews?since=2026-02-01&until=2026-01-01',
  '/reviews?rating=9&since=x&page=0&sort=z&words=!&has_reply=7&rating=1',
  '/reviews/GONE',
]

const MARKDOWN = [
  '/index.md',
  '/reviews.md',
  '/reviews/ID.md',
  '/highlights.md',
  '/summary.md',
  '/faq.md',
  '/policy.md',
  '/technicians.md',
]

const WIDE_PAGES = [
  '/',
  '/reviews',
  '/reviews/ID',
  '/highlights',
  '/policy',
  '/technicians',
  '/aspects/pricing',
  '/embed',
  '/embed/reviews',
]

/** What the addresses above search for. */
const ASKED = ['nobody', 'heat']

/** Code, what customers wrote, dates, and the guide for developers, which is in English in every language. */
const isData = (name: string, { class: classes = '', lang }: Record<string, string>) =>
  ['script', 'style', 'code', 'pre', 'time', 'template'].includes(name) ||
  /(?:^| )(?:text|avatar)(?: |$)/.test(classes) ||
  // Quotes have the language of their review.
  ['en', 'de', 'es', 'fr'].includes(lang ?? '')

/** Names of formats, months, weekdays and languages. */
const NOT_WORDS =
  /\b(?:JSON Feed|JSON|Atom|British English|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g
const ADDRESS = /https?:\/\/[^\s\]]+|[\w.-]+\.example\b[\w/-]*/g

const hasWords = (text: string) => /\p{L}{2}/u.test(text)

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

describe('A language in which every text of the catalog is in brackets', () => {
  const chromium = shareBrowser()
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let snapshot: Snapshot
  let url: string
  /** What the business and its customers wrote, longest first. */
  let data: string[]
  let ids: Record<'ID' | 'GONE', string>
  const addressOf = (path: string) => path.replace(/ID|GONE/, name => ids[name as 'ID'])

  before(async () => {
    speakPseudo(engine.taxonomies)
    const builder = await startDemoBuilder(context, business)
    const [gone] = readJson(await builder.build(), '/reviews.json').reviews
    await builder.store.write(writer => writer.withhold(gone.id, 'spam'))
    snapshot = await builder.build()
    const { reviews } = readJson(snapshot, '/reviews.json')
    const withReply = reviews.find((one: { owner_reply: unknown }) => one.owner_reply)
    ids = { ID: withReply.id, GONE: gone.id }
    const written = reviews.flatMap((one: Review) => [
      one.author,
      one.text ?? '',
      one.owner_reply?.text ?? '',
    ])
    const topics = readJson(snapshot, '/insights.json').topics.map(
      (one: { label: string }) => one.label,
    )
    const sources = reviews.map((one: { source: string }) =>
      sourceName(localeOf('en-US'), one.source),
    )
    data = [...new Set([...stringsIn(business), ...written, ...topics, ...sources, ...ASKED])]
      .flatMap(text => [text, ...text.split('\n')])
      .filter(hasWords)
      .sort((a, b) => b.length - a.length)
    const app = await startTestApp(context)
    app.show(snapshot)
    url = app.url
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  /** The words that no catalog has and nobody else wrote. */
  function findForeign(pieces: Iterable<string>): string[] {
    return outsideBrackets(pieces).filter(piece => {
      const named = piece.replaceAll(ADDRESS, ' ')
      if (!hasWords(named)) return false
      const own = data
        .reduce((rest, known) => rest.replaceAll(known, ' '), named)
        .replaceAll(NOT_WORDS, ' ')
      return hasWords(own)
    })
  }

  const get = async (path: string, accept = 'text/html') =>
    await (await fetch(url + addressOf(path), { headers: { accept } })).text()

  for (const path of [...PAGES, ...WORDY_PAGES])
    it(`Every text on ${path} is from the catalog`, async () => {
      const { texts, attributes } = readTexts(await get(path), isData)
      assert.ok(texts.join('').includes('⟦'), 'no text is from the catalog')
      assert.deepEqual(findForeign(texts), [])
      assert.deepEqual(
        attributes.flatMap(text => findForeign([text])),
        [],
      )
    })

  for (const path of MARKDOWN)
    it(`Every text in ${path} is from the catalog`, async () => {
      const text = (await get(path, 'text/markdown'))
        .replaceAll(/\\(?=[^\w\s])/g, '')
        .replaceAll(/\]\([^)]*\)/g, ']')
      // What customers wrote stands after the sign of a quotation.
      const lines = text.split('\n').filter(line => !line.startsWith('>'))
      assert.deepEqual(findForeign(lines), [])
    })

  const phone = share(t =>
    visit(t, chromium.browser, url, { viewport: { width: 360, height: 800 } }),
  )

  for (const path of WIDE_PAGES)
    it(`${path} is no wider than a phone in a language with long words, even in large type`, async () => {
      const { page } = phone()
      await page.goto(url + addressOf(path))
      for (const size of ['100%', '200%']) {
        await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
        assert.ok((await widthOf(page)) <= 360, `${await widthOf(page)} with text of ${size}`)
      }
    })

  it('Every title and description of the feeds is from the catalog', () => {
    const { title, description, items } = readJson(snapshot, '/api/feed.json')
    const titles = items.map((item: { title: string }) => item.title)
    for (const text of [title, description, ...titles]) assert.match(text, /^⟦/)
    const atom = readText(snapshot, '/feed.xml')
    for (const [, text] of atom.matchAll(/<(?:title|subtitle)[^>]*>([^<]+)</g))
      assert.match(text!, /^⟦/)
  })

  it('The summary and the answers in the insights are from the catalog', () => {
    const { summary, faq } = readJson(snapshot, '/insights.json')
    const texts = faq.flatMap((one: { question: string; answer: string }) => [
      one.question,
      one.answer,
    ])
    assert.ok(texts.length > 0)
    assert.deepEqual(findForeign([summary]), [])
    for (const text of texts) assert.deepEqual(findForeign([text]), [])
  })

  it('Every text on badges and share images is from the catalog', () => {
    for (const path of ['/badge.svg', '/badge-dark.svg'])
      assert.deepEqual(findForeign(readTexts(readText(snapshot, path), isData).texts), [], path)
    for (const path of [
      '/',
      '/reviews',
      '/reviews/ID',
      '/technicians/mike-delgado',
      '/aspects/pricing',
    ]) {
      const { title, value, note, from } = ogFactsOf(snapshot, addressOf(path))!
      for (const text of [title, value ?? '', note, from])
        assert.deepEqual(findForeign([text]), [], path)
    }
  })

  it('The widget has all its words from the catalog, and so has oEmbed', async () => {
    const [, site] = /^const SITE = (.*)$/m.exec(readText(snapshot, '/widget.js'))!
    for (const text of stringsIn(JSON.parse(site!).words)) assert.match(text, /^⟦.*⟧$/)
    const { title } = JSON.parse(
      await get(`/oembed?url=${encodeURIComponent('https://reviews.example/')}`),
    )
    assert.match(title, /^⟦/)
  })
})

describe('The made-up language', () => {
  it('Its texts are about 40 % longer, and values stay as they are', () => {
    assert.equal(distort('Reply from {business}'), '⟦Ŕéépĺýý fŕóóm {business}⟧')
    const text =
      'Every time a review is published, edited, answered or removed, an entry is added to a public log.'
    assert.ok(distort(text).length > 1.3 * text.length)
  })
})
