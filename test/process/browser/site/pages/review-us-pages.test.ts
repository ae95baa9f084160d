import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { decodeQR } from 'qr/decode.js'
import { parseBusinessFile } from '../../../../../src/ingest/business-file.ts'
import { FileProblem } from '../../../../../src/ingest/values/file-problem.ts'
import { localeOf } from '../../../../../src/locale/locale.ts'
import { LocaleTag } from '../../../../../src/model/scalars.ts'
import { dependencyFile } from '../../../../../src/package/package-files.ts'
import type { Snapshot } from '../../../../../src/publish/snapshot.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { business, row } from '../../../../kit/rows.ts'
import { shareService } from '../../../../kit/shared.ts'
import { readText, startBuilder } from '../../../../kit/snapshot-builder.ts'
import { visit } from '../../../../kit/visit.ts'

const SITES = [
  { name: 'Trustpilot', url: 'https://trustpilot.example/evaluate?of=us&x=1' },
  { name: 'Google', url: 'https://google.example/review' },
]
const ASKING = { ...business, review_sites: SITES }
const HOSTILE = [
  {
    name: '<img src=x onerror=window.broken=1>',
    url: 'https://a.example/"><script>window.broken=1</script>',
  },
  { name: 'javascript:window.broken=1', url: `https://${'long.'.repeat(20)}example/` },
]
const PHONE = { viewport: { width: 390, height: 844 } }

/** In order. */
const sitesOn = (page: string) =>
  [...page.matchAll(/<li><a class="button" href="([^"]+)"><bdi>([^<]+)<\/bdi>/g)].map(
    ([, url, name]) => [name, url],
  )

/** What a phone would read. */
async function scan(svg: string): Promise<string> {
  await initWasm(readFileSync(dependencyFile('@resvg/resvg-wasm/index_bg.wasm'))).catch(() => {})
  const { pixels, width, height } = new Resvg(svg, {
    fitTo: { mode: 'width', value: 300 },
  }).render()
  return decodeQR({ data: pixels, width, height })
}

describe('asking for reviews', () => {
  for (const locale of LocaleTag.options)
    it(`In ${locale}, the page lists the sites in the order of the file, and is linked from every footer`, async t => {
      const builder = await startBuilder(t, { ...ASKING, locale })
      const snapshot = await builder.build()
      const page = readText(snapshot, '/review-us')
      const { words, say } = localeOf(locale)
      assert.deepEqual(sitesOn(page), [
        ['Trustpilot', 'https://trustpilot.example/evaluate?of=us&amp;x=1'],
        ['Google', 'https://google.example/review'],
      ])
      assert.match(page, new RegExp(`<html lang="${locale}">`))
      assert.ok(page.includes(say(words.ask.title, { business: 'Test &amp; Sons Plumbing' })))
      const link = `<li><a href="/review-us">${words.home.writeReview}</a></li>`
      for (const path of ['/', '/policy']) assert.ok(readText(snapshot, path).includes(link), path)
      assertTexts(readText(snapshot, '/review-us/card'), locale)
    })

  it('The QR code leads to the page', async t => {
    const snapshot = await (await startBuilder(t, ASKING)).build()
    assert.equal(
      await scan(readText(snapshot, '/review-us.svg')),
      'https://reviews.example/review-us',
    )
  })

  it('Without a site to write a review on, none of it exists', async t => {
    const snapshot = await (await startBuilder(t, business)).build()
    for (const path of ['/review-us', '/review-us/card', '/review-us.svg'])
      assert.equal(snapshot.representations.has(path), false, path)
    assert.doesNotMatch(readText(snapshot, '/'), /review-us/)
  })

  it('The one link of the home page is a site too, listed once, and never without encryption', async t => {
    const builder = await startBuilder(t, {
      ...business,
      review_url: 'https://www.a.example/review',
    })
    const build = async (file: object): Promise<Snapshot> => {
      await builder.setBusiness({ ...business, ...file })
      return await builder.build()
    }
    const alone = await builder.build()
    assert.deepEqual(sitesOn(readText(alone, '/review-us')), [
      ['a.example', 'https://www.a.example/review'],
    ])
    assert.match(
      readText(alone, '/'),
      /<a class="button" href="https:\/\/www\.a\.example\/review">Write a/,
    )
    const both = await build({ ...ASKING, review_url: SITES[1]!.url })
    assert.equal(sitesOn(readText(both, '/review-us')).length, 2)
    assert.match(readText(both, '/'), /<a class="button" href="\/review-us">Write a review</)
    const plain = await build({ review_url: 'http://a.example/review' })
    assert.equal(plain.representations.has('/review-us'), false)
  })

  for (const url of [
    'http://google.example/review',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://google.example@evil.example/review',
    'https:/\\evil.example',
    '//evil.example',
    'https://',
  ])
    it(`A business file that sends customers to ${url} is rejected`, () => {
      const file = JSON.stringify({ ...business, review_sites: [{ name: 'Google', url }] })
      assert.throws(() => parseBusinessFile(file), FileProblem)
    })

  it('The text message needs no letter that makes it cost more than one', () => {
    for (const tag of LocaleTag.options) {
      const text = localeOf(tag).words.ask.message.replaceAll(/\{\w+\}/g, '')
      assert.match(text, /^[\w .,:?'¿éèàùìòñäöüß-]*$/, tag)
      assert.ok(text.length + 'https://reviews.example.com/review-us'.length + 30 <= 160, tag)
    }
  })
})

/** Texts in the language of the site are open; the others follow. */
function assertTexts(page: string, own: LocaleTag): void {
  const texts = [...page.matchAll(/<div lang="([^"]+)">.*?<code[^>]*>([^<]+)<\/code>/gs)]
  assert.equal(texts[0]![1], own)
  assert.equal(texts.length, 8)
  for (const [, tag, text] of texts) {
    assert.ok(text!.includes('https://reviews.example/review-us'), tag!)
    assert.ok(text!.includes('Test &amp; Sons Plumbing'), tag!)
  }
}

describe('the pages that ask for reviews, in a browser', () => {
  const shared = shareService({
    business: { ...ASKING, name: 'Tom "><script>window.broken=1</script>', review_sites: HOSTILE },
    rows: [row()],
  })
  const chromium = shareBrowser()

  it('On a phone, every site is a target for a thumb, and hostile names stay text', async t => {
    const { page, complaints } = await visit(t, chromium.browser, `${shared.url}/review-us`, PHONE)
    const links = page.locator('.review-sites a')
    assert.equal(await links.count(), HOSTILE.length)
    for (const link of await links.all()) assert.ok((await link.boundingBox())!.height >= 44)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.getByRole('link', { name: 'For the business' }).click()
    await page.locator('.review-card img').waitFor()
    assert.equal(await page.evaluate('window.broken'), undefined)
    assert.deepEqual(complaints, [])
  })

  it('On paper there is the card, and nothing else', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/review-us/card`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.ok(await page.locator('.review-card').isVisible())
    for (const hidden of ['h1', 'h2', 'header', 'footer', '.code', '.lead', 'details'])
      assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden)
    const image = page.locator('.review-card img')
    assert.ok(
      (await page.evaluate("document.querySelector('.review-card img').naturalWidth")) as number,
    )
    assert.ok((await image.boundingBox())!.width > 200)
  })

  it('A tap copies a text', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/review-us/card`, {
      ...PHONE,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy: Text message (American English)' }).click()
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
    assert.match(copied, /^Thank you for choosing Tom ">.*: http:\/\/\S+\/review-us$/)
  })
})
