import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { before, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { initWasm } from '@resvg/resvg-wasm'
import fc from 'fast-check'
import type { Snapshot } from '../../../../src/publish/snapshot.ts'
import { icoOf } from '../../../../src/site/pictures/favicon.ts'
import { type Font, measureFont } from '../../../../src/site/pictures/font.ts'
import { createPictures, ogFactsOf } from '../../../../src/site/pictures/og-image.ts'
import { drawOgPicture, layOutName, showable } from '../../../../src/site/pictures/og-picture.ts'
import { rows } from '../../../kit/rows.ts'
import { shareService } from '../../../kit/shared.ts'

await initWasm(
  readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
)
const fontNamed = (name: string) =>
  measureFont(readFileSync(new URL(`../../../../assets/${name}.ttf`, import.meta.url)))
const bold = fontNamed('DejaVuSans-Bold')
const regular = fontNamed('DejaVuSans')

const facts = {
  title: 'Test & Sons Plumbing',
  value: '4.6',
  stars: 4.63,
  note: '1,234 reviews',
  quote: null,
  from: '',
  host: 'reviews.example',
  accentColor: '#0b6e69',
}

const snapshotOf = (rating_value: number | null, accent_color = '#0b6e69', fictional = false) =>
  ({
    baseUrl: 'https://reviews.example',
    locale: 'en-US',
    business: { name: facts.title, fictional },
    aggregateRating: { rating_value, review_count: rating_value === null ? 0 : 12 },
    site: { accent_color },
  }) as Snapshot

const drawHome = (snapshot: Snapshot, pictures = createPictures()) => pictures.share(snapshot, '/')!

describe('the picture beside links', () => {
  const shared = shareService({ rows: rows(10) })
  let png: Buffer
  before(async () => {
    png = Buffer.from(await (await fetch(`${shared.url}/og.png`)).arrayBuffer())
  })

  it('The preview image is a PNG of 1200 by 630 pixels', async () => {
    const { status, headers } = await fetch(`${shared.url}/og.png`, {
      headers: { 'accept-encoding': 'br, gzip' },
    })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'image/png')
    assert.equal(headers.get('content-encoding'), null)
    const { width, height, pixel } = decode(png)
    assert.deepEqual([width, height], [1200, 630])
    assert.deepEqual(pixel(1100, 20), [255, 255, 255])
    assert.deepEqual(pixel(5, 300), [0x0b, 0x6e, 0x69])
  })

  it('The preview image is not sent again while it stays the same', async () => {
    const etag = (await fetch(`${shared.url}/og.png`)).headers.get('etag')!
    const again = await fetch(`${shared.url}/og.png`, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.equal(
      (await fetch(`${shared.url}/og.png`, { method: 'HEAD' })).headers.get('etag'),
      etag,
    )
  })

  it('The preview image is drawn once for all requests, again when it changes, and the same every time', async () => {
    const [pictures, others] = [createPictures(), createPictures()]
    const first = drawHome(snapshotOf(4.6), pictures)
    assert.equal(drawHome(snapshotOf(4.6), pictures), first)
    const changed = await drawHome(snapshotOf(4.7), pictures)
    assert.notDeepEqual(changed, await first)
    assert.deepEqual(await drawHome(snapshotOf(4.7), others), changed)
  })

  it('A worker that ends without the preview image causes an error, and the next request tries again', async () => {
    const pictures = createPictures(new URL('data:text/javascript,process.exit(3)'))
    const first = drawHome(snapshotOf(4.6), pictures)
    await assert.rejects(first, /ended with code 3/)
    const second = drawHome(snapshotOf(4.6), pictures)
    assert.notEqual(second, first)
    await assert.rejects(second, /ended with code 3/)
  })

  it('Several pictures are drawn by one thread', async () => {
    const counting =
      'import{parentPort as p}from"node:worker_threads";let n=0;p.on("message",()=>p.postMessage(++n))'
    const pictures = createPictures(new URL(`data:text/javascript,${encodeURIComponent(counting)}`))
    const drawn = await Promise.all([1, 2, 3].map(rating => drawHome(snapshotOf(rating), pictures)))
    assert.deepEqual(drawn, [1, 2, 3])
  })

  it('An address without a page draws no picture', () => {
    const pictures = createPictures(new URL('data:text/javascript,process.exit(3)'))
    for (const path of ['/nothing', '/policy', '/reviews/constructor', '/__proto__/x'])
      assert.equal(pictures.share(snapshotOf(4.6), path), null, path)
  })

  it('The preview image fills its stars to the rating', async () => {
    const { pixel } = decode(Buffer.from(await drawHome(snapshotOf(4, '#b3261e'))))
    const starsAt = findStars(pixel)
    assert.deepEqual(starsAt, ['b3261e', 'b3261e', 'b3261e', 'b3261e', 'dadee4'])
  })

  it('The touch icon is a full square of 180 pixels, and the icon file has one PNG', async () => {
    const touch = await shared.client.get('/apple-touch-icon.png')
    assert.equal(touch.headers.get('content-type'), 'image/png')
    const bytes = Buffer.from(
      await (await fetch(`${shared.url}/apple-touch-icon.png`)).arrayBuffer(),
    )
    const { width, height, pixel } = decode(bytes)
    assert.deepEqual([width, height, pixel(0, 0)], [180, 180, [0x0b, 0x6e, 0x69]])
    const response = await fetch(`${shared.url}/favicon.ico`)
    assert.equal(response.headers.get('content-type'), 'image/x-icon')
    const ico = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...ico.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 32, 32])
    const [size, start] = [ico.readUInt32LE(14), ico.readUInt32LE(18)]
    assert.equal(ico.length, start + size)
    assert.equal(decode(ico.subarray(start)).width, 32)
    assert.deepEqual(icoOf(ico.subarray(start)), ico)
  })
})

describe('the pictures of single pages', () => {
  const shared = shareService({
    rows: rows(10, number => ({
      text: `Rosa fixed the boiler, number ${number}.`,
      author: `Ada ${number}`,
    })),
  })
  const imageOf = async (path: string) => {
    const page = (await shared.client.get(path)).text
    return /<meta property="og:image" content="([^"]+)">/.exec(page)![1]!.slice(shared.url.length)
  }
  const newestId = async () =>
    ((await shared.client.get('/reviews.json')).json as { reviews: { id: string }[] }).reviews[0]!
      .id

  it('Pages name a share image of their own, and others that of the home page', async () => {
    const id = await newestId()
    assert.equal(await imageOf('/'), '/og.png')
    assert.equal(await imageOf('/policy'), '/og.png')
    assert.equal(await imageOf('/technicians'), '/og.png')
    assert.equal(await imageOf('/reviews'), '/og/reviews.png')
    assert.equal(await imageOf('/reviews?rating=5'), '/og/reviews.png')
    assert.equal(
      await imageOf('/technicians/rosa-m%C3%A9ndez'),
      '/og/technicians/rosa-m%C3%A9ndez.png',
    )
    assert.equal(await imageOf(`/reviews/${id}`), `/og/reviews/${id}.png`)
  })

  it('Each share image is there, with what its page says, and may be kept as long as that', async () => {
    const id = await newestId()
    const seen = new Set<string>()
    for (const [path, caching] of [
      ['/reviews', /stale-while-revalidate=60/],
      ['/technicians/rosa-m%C3%A9ndez', /stale-while-revalidate=60/],
      [`/reviews/${id}`, /s-maxage=10, stale-if-error=600$/],
    ] as const) {
      const response = await fetch(shared.url + (await imageOf(path)))
      assert.equal(response.status, 200, path)
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.match(response.headers.get('cache-control')!, caching, path)
      seen.add(Buffer.from(await response.arrayBuffer()).toString('base64'))
    }
    assert.equal(seen.size, 3)
  })

  it('An address that names no page has no share image', async () => {
    const names = [
      'nothing',
      'policy',
      'technicians',
      'technicians/nobody',
      'reviews/01KKMT9200Z88TWY7HK8WBY3NF',
    ]
    for (const name of [
      ...names,
      'aspects/__proto__',
      'constructor/x',
      '..%2Freviews',
      'reviews.png',
    ]) {
      const { status, headers } = await shared.client.get(`/og/${name}.png`)
      assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'], name)
    }
    assert.equal((await shared.client.get('/og/reviews')).status, 404)
  })
})

describe('what the share image of a page says', () => {
  const aspect = { id: 'pricing', label: 'Pricing', mention_count: 40, positive_count: 30 }
  const id = '01KKMT9200Z88TWY7HK8WBY3NF'
  const review = {
    author: 'Ada',
    rating: 2,
    text: ` Late.\n${'Very '.repeat(60)}`,
    date: '2026-03-14',
    date_precision: 'day',
  }
  const snapshot = (mention_count = 40, fictional = false) =>
    ({
      ...snapshotOf(4.6, '#0b6e69', fictional),
      business: {
        name: facts.title,
        fictional,
        technicians: [{ name: 'Zoë' }],
        services: [],
        service_areas: [],
      },
      insights: {
        aspects: [{ ...aspect, mention_count }],
        topics: [],
        entities: { technicians: [] },
      },
      representations: new Map([
        ['/aspects/pricing', {}],
        ['/technicians/zo%C3%AB', {}],
      ]),
      review: (wanted: string) => (wanted === id ? Buffer.from(JSON.stringify(review)) : null),
    }) as unknown as Snapshot

  it('The share image of a subject says how many are positive, unless few mention it', () => {
    const { title, value, note, from } = ogFactsOf(snapshot(), '/aspects/pricing')!
    assert.deepEqual(
      [title, value, note, from],
      ['Pricing', '75%', 'of 40 reviews that mention this are positive', 'Test & Sons Plumbing'],
    )
    const few = ogFactsOf(snapshot(4), '/aspects/pricing')!
    assert.deepEqual([few.value, few.note], [null, 'Mentioned in 4 reviews'])
    const never = ogFactsOf(snapshot(), '/technicians/zo%C3%AB')!
    assert.deepEqual([never.title, never.note], ['Zoë', 'Not mentioned in any review yet'])
  })

  it('The share image of a review has its stars, its date and the beginning of its text', () => {
    const { title, stars, note, quote } = ogFactsOf(snapshot(), `/reviews/${id}`)!
    assert.deepEqual([title, stars, note], ['Review by Ada', 2, 'Mar 14, 2026'])
    assert.match(quote!, /^Late\. Very (?:Very )+Very…$/)
    assert.ok(quote!.length <= 140)
  })

  it('The share images of the demo say that the business is fictional', () => {
    assert.equal(ogFactsOf(snapshotOf(4.6, '#0b6e69', true), '/')!.note, '12 demo reviews')
    for (const path of ['/aspects/pricing', `/reviews/${id}`, '/reviews'])
      assert.equal(
        ogFactsOf(snapshot(40, true), path)!.from,
        'Test & Sons Plumbing (fictional)',
        path,
      )
  })

  it('The share image says when there are no reviews yet', () => {
    const { value, stars, note } = ogFactsOf(snapshotOf(null), '/')!
    assert.deepEqual([value, stars, note], [null, null, 'No reviews yet'])
  })
})

/** The middle of each star, by its color. */
function findStars(pixel: (x: number, y: number) => number[]): string[] {
  const colors = Array.from({ length: 800 }, (_, x) =>
    Buffer.from(pixel(400 + x, 366)).toString('hex'),
  )
  const runs = colors.filter(
    (color, place) => color !== colors[place - 1] && /^(b3261e|dadee4)$/.test(color),
  )
  return runs
}

describe('the layout of the picture', () => {
  it('The preview image states name, rating, count and host', () => {
    const svg = drawOgPicture(facts, { bold, regular })
    for (const text of ['Test &amp; Sons Plumbing', '4.6', '1,234 reviews', 'reviews.example'])
      assert.ok(svg.includes(`>${text}</text>`), text)
  })

  it('The preview image without a figure has its note in large letters and no stars', () => {
    const svg = drawOgPicture(
      { ...facts, value: null, stars: null, note: 'No reviews yet' },
      { bold, regular },
    )
    assert.match(svg, /font-size="64">No reviews yet</)
    assert.doesNotMatch(svg, /class="on"/)
  })

  it('A long note and a quote are broken into lines that fit, and the quote is cut after three', () => {
    const textsOf = (change: Partial<typeof facts> | { quote: string }) =>
      [
        ...drawOgPicture({ ...facts, ...change }, { bold, regular }).matchAll(
          /x="(\d+)"[^>]*>([^<]+)<\/text>/g,
        ),
      ].map(([, x, text]) => [Number(x), text!.replaceAll('&#39;', "'")] as const)
    const note = 'of 102 reviews that mention this are positive'
    const noted = textsOf({ value: '51%', note }).filter(([, text]) => note.includes(text))
    assert.ok(noted.length > 1)
    for (const [x, text] of noted) assert.ok(x + 40 * regular.widthOf(text) <= 1200 - 96, text)
    const quoted = textsOf({ quote: 'It’s fine, said everybody. '.repeat(12) }).filter(([, text]) =>
      /fine|said|body/.test(text),
    )
    assert.equal(quoted.length, 3)
    assert.match(quoted[2]![1], /…$/)
    for (const [, text] of quoted) assert.ok(38 * regular.widthOf(text) <= 1008, text)
  })

  it('A quote in letters that only the bold font has is drawn in that', () => {
    const drawn = (quote: string) => drawOgPicture({ ...facts, quote }, { bold, regular })
    assert.match(drawn('Отлично'), /class="bold"[^>]*>Отлично</)
    assert.match(drawn('Très bien'), /class="plain"[^>]*>Très bien</)
    assert.doesNotMatch(drawn('最高です'), /最/)
  })

  it('The business stands before the host, cut where it is long', () => {
    const svg = drawOgPicture({ ...facts, from: 'Larkfield '.repeat(20) }, { bold, regular })
    const [, x, name] = /class="bold" x="(\d+)" y="558"[^>]*>([^<]+…)</.exec(svg)!
    const [, hostX] = /class="soft" x="(\d+)" y="558"/.exec(svg)!
    assert.ok(Number(x) + 32 * bold.widthOf(name!) < Number(hostX))
    assert.ok(Number(hostX) + 32 * regular.widthOf(facts.host) <= 1200 - 96)
  })

  it('A name never leaves the preview image', () => {
    const some = fc.constantFrom(...'AVWTijmé& ’.Ω')
    const letter = fc.oneof(
      { weight: 9, arbitrary: some },
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    )
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 200 }), name => {
        const { size, lines } = layOutName(showable(name, bold), bold)
        assert.ok(lines.length <= 2)
        for (const line of lines) assert.ok(size * bold.widthOf(line) <= 1008, line)
      }),
    )
  })

  it('A name stays whole where it fits, as large as it can be', () => {
    assert.deepEqual(layOutName('Ada', bold), { size: 76, lines: ['Ada'] })
    assert.deepEqual(layOutName('Larkfield Heating & Cooling', bold), {
      size: 58,
      lines: ['Larkfield Heating & Cooling'],
    })
    const { lines } = layOutName(
      'Larkfield Heating & Cooling and Air Conditioning of Port Ansel',
      bold,
    )
    assert.equal(lines.join(' '), 'Larkfield Heating & Cooling and Air Conditioning of Port Ansel')
    assert.match(layOutName('W'.repeat(100), bold).lines.join(), /^W+…$/)
  })

  it('A name that the font cannot write is left out, and so are characters it lacks', () => {
    assert.equal(showable('東京ラーメン', bold), '')
    assert.equal(showable('Ramen 東京', bold), '')
    assert.equal(showable('Joe’s Pizza 🍕', bold), 'Joe’s Pizza')
    for (const name of [
      'Сантехника Żółć',
      'Đặng & Nguyễn',
      'Αθήνα',
      'Əliyev',
      'Հայաստան',
      'תל אביב',
      'مطعم السلام',
      'საქართველო',
      'ລາວ',
      'ᐃᓄᒃᑎᑐᑦ',
      'A\u00A0½ № € ★ “”',
    ])
      assert.equal(showable(name, bold), name)
  })
})

describe('a font', () => {
  it('A font knows which letters it has and how wide they are', () => {
    // As the tables of DejaVu Sans have it, of 2048 units.
    const widths: [Font, string, number][] = [
      [regular, 'A', 1401],
      [regular, ' ', 651],
      [bold, 'A', 1585],
      [bold, 'Ж', 2507],
    ]
    for (const [font, letter, units] of widths)
      assert.equal(Math.round(font.widthOf(letter) * 2048), units, letter)
    assert.ok(bold.has('é') && !bold.has('東') && !bold.has('🍕'))
    assert.ok(bold.has(' ') && bold.has('\u200C') && bold.has('\u0301'))
    for (const control of ['\0', '\n', '\v', '\uFFFF', '\uD800']) assert.ok(!bold.has(control))
    assert.equal(bold.widthOf('HH'), 2 * bold.widthOf('H'))
  })

  it('A text is as wide as it is drawn: kerned letters take less space', () => {
    assert.ok(bold.widthOf('AVA') < 2 * bold.widthOf('A') + bold.widthOf('V'))
    assert.ok(bold.widthOf('<&') > bold.widthOf('<'))
    assert.equal(bold.widthOf(''), 0)
  })

  it('Both fonts have every letter that their texts need', () => {
    for (let code = 0x20; code < 0x7f; code++)
      for (const font of [regular, bold]) assert.ok(font.has(String.fromCharCode(code)))
    assert.ok(regular.has('…'))
  })
})

/** PNG of 8 bits with color and alpha, as the specification (ISO 15948) has it. */
function decode(png: Buffer): {
  width: number
  height: number
  pixel: (x: number, y: number) => number[]
} {
  assert.equal(png.toString('latin1', 1, 4), 'PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  assert.deepEqual([...png.subarray(24, 26)], [8, 6])
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const lines = inflateSync(Buffer.concat(parts))
  const stride = 4 * width
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const left = x < 4 ? 0 : pixels[y * stride + x - 4]!
      const above = y === 0 ? 0 : pixels[(y - 1) * stride + x]!
      const corner = x < 4 || y === 0 ? 0 : pixels[(y - 1) * stride + x - 4]!
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!
      pixels[y * stride + x] = lines[y * (stride + 1) + 1 + x]! + guess
    }
  }
  return {
    width,
    height,
    pixel: (x, y) => [...pixels.subarray(y * stride + 4 * x, y * stride + 4 * x + 3)],
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const [a, b, c] = [left, above, corner].map(one => Math.abs(estimate - one)) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
