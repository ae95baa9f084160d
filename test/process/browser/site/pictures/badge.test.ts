import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { RenderContext } from '../../../../../src/publish/context/render-context.ts'
import type { Document } from '../../../../../src/publish/documents/document.ts'
import { contrast } from '../../../../../src/site/base/color.ts'
import { renderBadges } from '../../../../../src/site/pictures/badge.ts'
import { renderFavicon } from '../../../../../src/site/pictures/favicon.ts'
import { borrowPage } from '../../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { rows } from '../../../../kit/rows.ts'
import { shareService } from '../../../../kit/shared.ts'

interface Facts {
  name?: string
  fictional?: boolean
  rating?: number | null
  count?: number
  accent?: string
}

const render = (
  document: (context: RenderContext) => Document,
  {
    name = 'Tom & Sons',
    fictional = false,
    rating = 3,
    count = 1234,
    accent = '#0b6e69',
  }: Facts = {},
) =>
  document({
    baseUrl: 'https://reviews.example',
    business: { name, fictional },
    aggregateRating: { rating_value: rating, review_count: count },
    site: { accent_color: accent },
    locale: 'en-US',
  } as RenderContext).body as string

/** The one that follows the visitor's color scheme. */
const renderBadge = (context: RenderContext) => renderBadges(context)[0]!
const renderLightBadge = (context: RenderContext) => renderBadges(context)[1]!
const renderDarkBadge = (context: RenderContext) => renderBadges(context)[2]!

const parse = (svg: string) => {
  assert.equal(XMLValidator.validate(svg), true, svg)
  return new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(svg).svg
}

/** How far the stars are filled. */
const filled = (svg: string) => Number(/<svg width="([\d.]+)" height="20">/.exec(svg)![1])

describe('the badge', () => {
  it('The badge states the rating and the number of reviews', () => {
    const { title, desc, text } = parse(render(renderBadge))
    assert.equal(title['#text'], 'Tom & Sons: 3.0 of 5 stars, 1,234 reviews')
    assert.equal(desc['#text'], 'Read them at https://reviews.example/')
    assert.deepEqual(
      text.map((one: Record<string, unknown>) => one['#text']),
      ['3.0', '· 1,234 reviews'],
    )
  })

  it('The badge fills its stars to a tenth', () => {
    const stars = (rating: number) => filled(render(renderBadge, { rating }))
    assert.equal(stars(5), 100)
    assert.equal(stars(4), 80)
    assert.equal(stars(4.5), 90)
    assert.equal(stars(4.96), 100)
    assert.equal(stars(1.33), 26.6)
  })

  it('The badge says when there are no reviews yet, and never counts those of the demo', () => {
    const none = parse(render(renderBadge, { rating: null, count: 0 }))
    assert.equal(none.text['#text'], 'No reviews yet')
    assert.equal(none.title['#text'], 'Tom & Sons: no reviews yet')
    assert.equal(none.g, undefined)
    assert.match(render(renderBadge, { fictional: true, count: 1 }), />· 1 demo review</)
  })

  it('The badge has stars that stand out in light and dark, whatever the color', () => {
    for (const accent of ['#ffffff', '#000000', '#ffd400', '#0000ff']) {
      const svg = render(renderBadge, { accent })
      const [light, dark] = [...svg.matchAll(/\.on\{fill:(#\w{6})\}/g)].map(([, color]) => color!)
      assert.ok(contrast(light!, '#ffffff') >= 3)
      assert.ok(contrast(dark!, '#17191d') >= 3)
    }
  })

  it('The light badge and the dark badge do not follow the visitor', () => {
    const [light, dark] = [render(renderLightBadge), render(renderDarkBadge)]
    for (const svg of [light, dark]) assert.doesNotMatch(svg, /@media/)
    assert.match(light, /\.card\{fill:#ffffff/)
    assert.match(dark, /\.card\{fill:#17191d/)
  })

  it('The badge shows a hostile name as text and contains nothing that runs or loads from elsewhere', () => {
    for (const document of [renderBadge, renderFavicon]) {
      const svg = render(document, { name: `</title><script>alert(1)</script>"'&` })
      parse(svg)
      assert.doesNotMatch(svg, /<script|href|url\(|@import|\son\w+=/)
    }
  })
})

describe('the badge in a browser', () => {
  const shared = shareService({ rows: rows(10) })
  const chromium = shareBrowser()

  it('The badge fits its text in a browser and turns dark where the visitor prefers it', async t => {
    const page = await borrowPage(t, chromium.browser)
    await page.goto(`${shared.url}/badge.svg`)
    const [right, width] = (await page.evaluate(`(() => {
      const box = document.querySelector('text:last-of-type').getBBox()
      return [box.x + box.width, document.documentElement.width.baseVal.value]
    })()`)) as [number, number]
    assert.ok(right <= width - 10 && right > width - 30, `${right} of ${width}`)
    const paper = () => page.evaluate(`getComputedStyle(document.querySelector('.card')).fill`)
    assert.equal(await paper(), 'rgb(255, 255, 255)')
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await paper(), 'rgb(23, 25, 29)')
  })

  it('The badge may not run anything', async () => {
    for (const path of ['/badge.svg', '/badge-light.svg', '/badge-dark.svg', '/favicon.svg']) {
      const { headers } = await fetch(shared.url + path)
      assert.equal(headers.get('content-type'), 'image/svg+xml')
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none'; style-src 'unsafe-inline'",
      )
    }
  })
})

describe('the icon', () => {
  it('The icon is the initial of the business', () => {
    const initial = (name: string) => parse(render(renderFavicon, { name })).text['#text']
    assert.equal(initial('émile & fils'), 'É')
    assert.equal(initial('“3 Brothers”'), '3')
    assert.equal(initial('ßo'), 'S')
    assert.equal(initial('東京ラーメン'), '東')
    assert.equal(initial('🍕'), '★')
  })

  it('The icon is readable on any color', () => {
    for (const accent of ['#ffffff', '#000000', '#808080', '#ffd400', '#0b6e69']) {
      const { rect, text } = parse(render(renderFavicon, { accent }))
      assert.equal(rect['@_fill'], accent)
      assert.ok(contrast(text['@_fill'], accent) >= 4.5)
    }
  })
})
