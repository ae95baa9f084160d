import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shareDemo } from '../../kit/shared.ts'

const PAGES = [
  '/',
  '/highlights',
  '/technicians',
  '/technicians/mike-delgado',
  '/services/furnace_repair',
  '/areas/port_ansel',
  '/aspects/pricing',
]

interface CountLink {
  path: string
  text: string
  isPicture: boolean
}

/** The links to lists of reviews on a page. */
const linksOn = (page: string): CountLink[] =>
  [...page.matchAll(/<a(?: class="\w+")? href="(\/reviews(?:\?[^"]*)?)"([^>]*)>(.*?)<\/a>/gs)]
    .map(([, path, attributes, content]) => ({
      path: path!.replaceAll('&amp;', '&'),
      text: content!
        .replaceAll(/<span[^>]* aria-hidden="true">[^<]*<\/span>/g, '')
        .replaceAll(/<[^>]+>/g, '')
        .trim(),
      isPicture: attributes!.includes('tabindex="-1"'),
    }))
    .filter(({ path, text }) => path !== '/reviews' || /\d/.test(text))

/** The count in the text of a link, which may also tell stars, an average or a share. Of `13 of 25 reviews` it is the 25. */
function countIn(text: string): number {
  const rest = text.replaceAll(/\d+ stars?,|\d\.\d|\d+%|[\d,]+ of (?=\d)/g, '')
  const [digits] = rest.match(/\d[\d,]*/) ?? assert.fail(`no number in “${text}”`)
  return Number(digits.replaceAll(',', ''))
}

describe('every figure about reviews', () => {
  const shared = shareDemo()
  const counts = new Map<string, Promise<number>>()

  /** As the list itself says. */
  function countAt(path: string): Promise<number> {
    const known =
      counts.get(path) ??
      shared.client.get(path).then(({ text }) => {
        const [, digits] = /id="count" role="status">([\d,]+) /.exec(text) ?? assert.fail(path)
        return Number(digits!.replaceAll(',', ''))
      })
    counts.set(path, known)
    return known
  }

  for (const path of PAGES)
    it(`Every number on ${path} equals the length of the list it links to`, async () => {
      const links = linksOn((await shared.client.get(path)).text)
      assert.ok(links.length >= 5, String(links.length))
      const inWords = links.filter(({ isPicture }) => !isPicture)
      // A sentence may also link words that stand for a count.
      for (const link of inWords.filter(({ text }) => /\d/.test(text))) {
        if (/^\d+%$/.test(link.text)) {
          // A share of all reviews leads to its own; that of a list leads to the list, of which so many are positive.
          const isOfList = /^\/reviews\?mentions_[^&]+$/.test(link.path)
          const [part, whole] = isOfList
            ? [`${link.path}&sentiment=positive`, link.path]
            : [link.path, '/reviews']
          const share = (100 * (await countAt(part))) / (await countAt(whole))
          assert.equal(link.text, `${Math.round(share)}%`, link.path)
        } else if (/^\d\.\d$/.test(link.text)) {
          const { search } = new URL(link.path, shared.url)
          const stats = await shared.client.get(
            `/api/reviews/stats?group_by=stars&${search.slice(1)}`,
          )
          // The statistics have two decimals, and both are rounded from the exact average.
          assert.ok(Math.abs(stats.json.average_rating - Number(link.text)) < 0.0551, link.path)
        } else
          assert.equal(countIn(link.text), await countAt(link.path), `${link.text}: ${link.path}`)
      }
      for (const { path: target } of links.filter(({ isPicture }) => isPicture))
        assert.ok(
          inWords.some(link => link.path === target),
          `only a bar links to ${target}`,
        )
    })

  it('Every review behind a figure about an aspect shows the passage that counted, labeled', async () => {
    const links = linksOn((await shared.client.get('/highlights')).text).filter(({ path }) =>
      path.includes('sentiment=negative'),
    )
    assert.ok(links.length >= 10)
    for (const { path } of links) {
      const cards = (await shared.client.get(path)).text.split('<article ').slice(1)
      assert.ok(cards.length > 0, path)
      for (const card of cards) {
        assert.match(card, /<span class="key bad"><bdi>Criticism: [^<]+<\/bdi>/, path)
        assert.match(card, /<mark>[^<]+<\/mark>/, path)
      }
    }
  })
})
