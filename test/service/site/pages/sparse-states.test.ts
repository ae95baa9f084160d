import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Snapshot } from '../../../../src/publish/snapshot.ts'
import { business, type Row, rows } from '../../../kit/rows.ts'
import { shareService } from '../../../kit/shared.ts'
import { buildSnapshot, readJson, readText } from '../../../kit/snapshot-builder.ts'

const PAGES = ['/', '/highlights']

/** Four years of them, so that there is a trend. */
const hungarian = (count: number): Row[] =>
  rows(count, number => ({
    date: new Date(Date.UTC(2020, 0, 1 + 20 * number)).toISOString().slice(0, 10),
    rating: 5,
    language: 'hu',
    text: `Rosa pontosan érkezett, és nagyon szépen kitisztította a lefolyót, köszönjük. ${number}. látogatás.`,
  }))

/** What people read between header and footer. */
const shownAt = (snapshot: Snapshot, path: string) =>
  /<main.+<\/main>/s.exec(readText(snapshot, path))![0].replaceAll(/<[^>]*>/g, '')

describe('a business whose reviews are in another language', () => {
  it('A Hungarian business is told that its language is not supported, never that it has too few reviews', async t => {
    const snapshot = await buildSnapshot(t, hungarian(80))
    for (const path of PAGES) {
      const page = readText(snapshot, path)
      assert.match(page, /languages that the analysis does not support yet/, path)
      assert.doesNotMatch(page, /too few/i, path)
    }
    assert.doesNotMatch(readJson(snapshot, '/insights.json').summary, /Another/)
  })

  it('A Hungarian business still gets what stars and names tell', async t => {
    const home = readText(await buildSnapshot(t, hungarian(80)), '/')
    assert.match(home, /<strong data-markdown="skip">5\.0<\/strong>/)
    assert.match(
      home,
      /<bdi>Rosa Méndez<\/bdi><\/a> <a href="[^"]+"><span class="number"><span aria-hidden="true">80</,
    )
  })

  it('A Hungarian business with four reviews is told about the language first', async t => {
    const snapshot = await buildSnapshot(t, hungarian(4))
    for (const path of PAGES) assert.doesNotMatch(readText(snapshot, path), /to sum up/i, path)
  })
})

describe('a business with few or no reviews', () => {
  it('Visitors of a business without reviews read one calm sentence, and no command', async t => {
    const snapshot = await buildSnapshot(t, [])
    for (const path of PAGES) {
      assert.match(
        readText(snapshot, path),
        /No reviews yet\. The first ones will appear here\./,
        path,
      )
      assert.doesNotMatch(shownAt(snapshot, path), /firsthand import|%/, path)
    }
  })

  it('One to four reviews get no verdict, no big figure and no percentage', async t => {
    for (const count of [1, 4]) {
      const text = 'Rosa was on time and very friendly, and the price was fair.'
      const snapshot = await buildSnapshot(
        t,
        rows(count, number => ({ rating: 5, text: `${text} ${number}` })),
      )
      const home = readText(snapshot, '/')
      assert.doesNotMatch(home, /class="score"|class="verdict"/)
      assert.match(home, count === 1 ? /only one review so far/ : /There are 4 reviews so far/)
      for (const path of PAGES) assert.doesNotMatch(shownAt(snapshot, path), /\d%/, path)
    }
    const enough = readText(await buildSnapshot(t, rows(5)), '/')
    assert.match(enough, /class="score"/)
  })

  it('Fewer than ten reviews get no percentage on any page, nor in what search engines show', async t => {
    const some = (count: number) =>
      buildSnapshot(
        t,
        rows(count, number => ({
          rating: 5,
          text: `Rosa was on time and fixed the drain. ${number}`,
        })),
      )
    const pages = [
      ...PAGES,
      '/technicians',
      '/technicians/rosa-m%C3%A9ndez',
      '/aspects/punctuality',
      '/summary.md',
    ]
    const nine = await some(9)
    for (const path of pages) assert.doesNotMatch(readText(nine, path), /\d%[^"\dA-F]/, path)
    const ten = await some(10)
    for (const path of pages) assert.match(readText(ten, path), /\d%[^"\dA-F]/, path)
  })

  it('Reviews without comments are called star ratings', async t => {
    const snapshot = await buildSnapshot(
      t,
      rows(7, () => ({ text: null })),
    )
    for (const path of PAGES)
      assert.match(
        readText(snapshot, path),
        /All 7 reviews are star ratings without comments\./,
        path,
      )
  })
})

describe('the owner of a new site', () => {
  const empty = shareService()
  const noRoster = shareService({ business: { name: business.name }, rows: rows(6) })

  it('The owner of a site without reviews sees on localhost which command comes next', async () => {
    assert.match(
      (await empty.client.get('/')).text,
      /<code>npx --no-install firsthand import reviews\.csv<\/code>/,
    )
  })

  it('The owner of a site without a roster sees on localhost where to list people and services', async () => {
    assert.match(
      (await noRoster.client.get('/')).text,
      /people and services in <code>business\.json<\/code>/,
    )
  })

  it('Visitors see nothing about a missing roster', async t => {
    const snapshot = await buildSnapshot(t, rows(6), { name: business.name })
    assert.doesNotMatch(readText(snapshot, '/'), /business\.json|Next step/)
  })
})
