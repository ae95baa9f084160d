import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { before, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { initWasm } from '@resvg/resvg-wasm'
import fc from 'fast-check'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { type Font, measureFont } from '../../../src/site/pictures/font.ts'
import { createOgImage } from '../../../src/site/pictures/og-image.ts'
import { drawOgPicture, layOutName, showable } from '../../../src/site/pictures/og-picture.ts'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
const fontNamed = (name: string) =>
  measureFont(readFileSync(new URL(`../../../assets/${name}.ttf`, import.meta.url)))
const bold = fontNamed('DejaVuSans-Bold')
const regular = fontNamed('DejaVuSans')

const facts = {
  name: 'Test & Sons Plumbing',
  fictional: false,
  rating: { rating_value: 4.63, review_count: 1234 },
  host: 'reviews.example',
  accentColor: '#0b6e69',
}

const snapshotOf = (rating_value: number | null, accent_color = '#0b6e69') =>
  ({
    baseUrl: 'https://reviews.example',
    business: { name: facts.name, fictional: false },
    aggregateRating: { rating_value, review_count: rating_value === null ? 0 : 12 },
    site: { accent_color },
  }) as Snapshot

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
    assert.equal((await fetch(`${shared.url}/og.png`, { method: 'HEAD' })).headers.get('etag'), etag)
  })

  it('The preview image is drawn once for all requests, again when it changes, and the same every time', async () => {
    const [image, other] = [createOgImage(), createOgImage()]
    const first = image(snapshotOf(4.6))
    assert.equal(image(snapshotOf(4.6)), first)
    const changed = await image(snapshotOf(4.7))
    assert.notDeepEqual(changed, await first)
    assert.deepEqual(await other(snapshotOf(4.7)), changed)
  })

  it('A worker that ends without the preview image causes an error, and the next request tries again', async () => {
    const image = createOgImage(new URL('data:text/javascript,process.exit(3)'))
    const first = image(snapshotOf(4.6))
    await assert.rejects(first, /ended with code 3/)
    const second = image(snapshotOf(4.6))
    assert.notEqual(second, first)
    await assert.rejects(second, /ended with code 3/)
  })

  it('The preview image fills its stars to the rating', async () => {
    const { pixel } = decode(Buffer.from(await createOgImage()(snapshotOf(4, '#b3261e'))))
    const starsAt = findStars(pixel)
    assert.deepEqual(starsAt, ['b3261e', 'b3261e', 'b3261e', 'b3261e', 'dadee4'])
  })
})

/** The middle of each star, by its color. */
function findStars(pixel: (x: number, y: number) => number[]): string[] {
  const colors = Array.from({ length: 800 }, (_, x) => Buffer.from(pixel(400 + x, 366)).toString('hex'))
  const runs = colors.filter((color, place) => color !== colors[place - 1] && /^(b3261e|dadee4)$/.test(color))
  return runs
}

describe('the layout of the picture', () => {
  it('The preview image states name, rating, count and host', () => {
    const svg = drawOgPicture(facts, { bold, regular })
    for (const text of ['Test &amp; Sons Plumbing', '4.6', '1,234 reviews', 'reviews.example'])
      assert.ok(svg.includes(`>${text}</text>`), text)
  })

  it('The preview image says when there are no reviews yet, and never counts those of the demo', () => {
    const none = drawOgPicture(
      { ...facts, rating: { rating_value: null, review_count: 0 } },
      { bold, regular },
    )
    assert.match(none, />No reviews yet</)
    assert.doesNotMatch(none, /class="on"/)
    assert.match(drawOgPicture({ ...facts, fictional: true }, { bold, regular }), />1,234 demo reviews</)
  })

  it('A name never leaves the preview image', () => {
    const some = fc.constantFrom(...'AVWTijmé& ’.Ω')
    const letter = fc.oneof({ weight: 9, arbitrary: some }, fc.string({ unit: 'grapheme', maxLength: 1 }))
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
    const { lines } = layOutName('Larkfield Heating & Cooling and Air Conditioning of Port Ansel', bold)
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

  it('The regular font has every letter that its text needs', () => {
    for (let code = 0x20; code < 0x7f; code++) assert.ok(regular.has(String.fromCharCode(code)))
    assert.ok(regular.has('…'))
  })
})

/** PNG of 8 bits with color and alpha, as the specification (ISO 15948) has it. */
function decode(png: Buffer): { width: number; height: number; pixel: (x: number, y: number) => number[] } {
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
  return { width, height, pixel: (x, y) => [...pixels.subarray(y * stride + 4 * x, y * stride + 4 * x + 3)] }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const [a, b, c] = [left, above, corner].map(one => Math.abs(estimate - one)) as [number, number, number]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
