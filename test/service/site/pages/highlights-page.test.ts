import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Insights } from '../../../../src/model/insights.ts'
import { row, rows } from '../../../kit/rows.ts'
import { shareDemo, shareService } from '../../../kit/shared.ts'

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')
const headings = (page: string, level: 2 | 3) =>
  [...page.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'g'))].map(([, one]) =>
    textOf(one!),
  )

const sectionsIn = (page: string) =>
  [...page.matchAll(/<section class="ask" .*?<\/section>/gs)].map(([section]) => section)

describe('the highlights', () => {
  const shared = shareDemo()
  const read = async (path = '/highlights') => (await shared.client.get(path)).text
  const insights = async () => (await shared.client.get('/insights.json')).json as Insights

  it('The highlights ask in the order of customers, not by number of mentions', async () => {
    const ids = sectionsIn(await read()).map(
      section => /href="\/aspects\/(\w+)"/.exec(section)![1]!,
    )
    assert.deepEqual(ids.slice(0, 3), ['punctuality', 'pricing', 'quality'])
    assert.equal(ids.at(-1), 'equipment')
    assert.ok(!ids.includes('recommendation'))
    const counts = new Map(
      (await insights()).aspects.map(({ id, mention_count }) => [id, mention_count]),
    )
    assert.ok(counts.get('punctuality')! < counts.get('pricing')!)
    assert.ok(ids.every(id => counts.get(id)! >= 5))
  })

  it('The highlights show for each question the counts, a link to exactly those reviews and one quote per side at most', async () => {
    const { aspects } = await insights()
    const sections = sectionsIn(await read())
    assert.ok(sections.length > 10)
    for (const section of sections) {
      const id = /href="\/aspects\/(\w+)"/.exec(section)![1]!
      const { mention_count, positive_pct } = aspects.find(one => one.id === id)!
      const share =
        mention_count < 10
          ? `Only ${mention_count} reviews were found to mention this, too few to draw conclusions.`
          : `${mention_count} reviews mention this; ${Math.round(positive_pct)}% are positive.`
      assert.ok(textOf(section).includes(share), id)
      assert.match(
        section,
        new RegExp(`<a href="/reviews\\?aspect=${id}"[^>]*>Read all ${mention_count}</a>`),
      )
      const sides = [
        ...section.matchAll(/<span class="key (?:good|bad)">(\w+)<\/span><blockquote>/g),
      ]
      const labels = sides.map(([, label]) => label)
      assert.deepEqual(
        labels,
        ['Praise', 'Complaint'].filter(label => labels.includes(label)),
        id,
      )
    }
    assert.ok(sections.some(section => section.includes('Complaint')))
  })

  it('Every question with criticism shows a complaint, or the way to its reviews where no sentence is sure to criticize this', async () => {
    const withCriticism = sectionsIn(await read()).filter(section =>
      section.includes('sentiment=negative'),
    )
    const complaints = withCriticism.map(
      section => section.split('<span class="key bad">Complaint</span>')[1]!,
    )
    assert.equal(complaints.filter(one => one.startsWith('<blockquote>')).length, 12)
    assert.deepEqual(
      complaints.flatMap(one => /^<div><a href="([^"]+)">([^<]+)<\/a>/.exec(one)?.slice(1) ?? []),
      ['/reviews?aspect=technical_knowledge&amp;sentiment=negative', 'Read 1 negative review'],
    )
    const words = complaints.join('')
    // What went wrong, told without a word that judges it; one without a word for its aspect.
    assert.match(words, /put in a capacitor for \$235, AC worked for two days\./)
    assert.match(words, /he was done in one day but the scheduling was a mess\./)
    assert.match(words, /there&#39;s a gouge in the oak floor\./)
    assert.doesNotMatch(words, /mollig warm|tardaron tres días/)
  })

  it('Praise that tells what happened is quoted where no sentence judges it', async () => {
    const [section] = sectionsIn(await read()).filter(one =>
      one.includes('"/aspects/responsiveness"'),
    )
    assert.match(section!, />Praise<\/span><blockquote><p[^>]*>Called at 8, cold by 11\.</)
  })

  it('Pages about people and services that quote one side show the other', async () => {
    const { technicians, services } = (await insights()).entities
    let links = 0
    for (const { label, positive_count, negative_count, search_url } of [
      ...technicians,
      ...services,
    ]) {
      const folder = search_url.includes('mentions_technician') ? '/technicians' : '/services'
      const [, path] = new RegExp(`href="(${folder}/[^"]+)"><bdi>${label}<`).exec(
        await read(folder),
      )!
      const page = await read(path)
      if (!page.includes('<div class="quotes">')) continue
      if (positive_count > 0) assert.match(page, /<span class="key good">Praise</, label)
      if (negative_count > 0) assert.match(page, /<span class="key bad">Complaint</, label)
      links += Number(/Complaint<\/span><div><a href="[^"]+sentiment=negative">/.test(page))
    }
    assert.ok(links > 0)
  })

  it('Shares on the lists of people, services and areas open the reviews they are computed from', async () => {
    for (const path of ['/technicians', '/services', '/areas']) {
      const rows = [
        ...(await read(path)).matchAll(/<\/td><td><a href="([^"]+)">(?:\d+%|\d+ of \d+)<\/a>/g),
      ]
      assert.ok(rows.length > 4, path)
      for (const [, link] of rows) assert.match(link!, /^\/reviews\?mentions_[^&]+$/)
    }
  })

  it('The highlights repeat no question, no answer, no quote and no satisfied customer', async () => {
    const page = await read()
    const questions = headings(page, 3)
    assert.equal(new Set(questions).size, questions.length)
    const quotes = [...page.matchAll(/<figure class="quote">.*?<\/figure>/g)].map(
      ([quote]) => quote,
    )
    assert.ok(quotes.length > 10)
    const praise = quotes.filter(quote => quote.includes('>Praise<'))
    assert.equal(new Set(praise.map(quote => /href="(.+?)"/.exec(quote)![1])).size, praise.length)
    const text = textOf(page)
    for (const quote of quotes) {
      const words = textOf(/<blockquote>.*<\/blockquote>/.exec(quote)![0])
      assert.equal(text.split(words).length, 2, words)
    }
    // The summary above may state in one sentence what an answer begins with, but no more of it.
    const belowSummary = textOf(page.split('<h2 id="questions">')[1]!)
    for (const { answer, question } of (await insights()).faq)
      if (sectionsIn(page).some(section => section.includes(`>${question}<`))) {
        assert.ok(!text.includes(answer), question)
        assert.ok(!belowSummary.includes(answer.slice(0, 60)), question)
      }
  })

  it('The demo recommends nobody whom a review of one or two stars names', async () => {
    assert.doesNotMatch(await read(), /Who should I ask for/)
  })

  it('The highlights end with the answers that are not about one aspect', async () => {
    const page = await read()
    const more = page.split('<h2 id="more">')[1]!
    assert.deepEqual(headings(more, 3), [
      'What do customers criticize?',
      'Do they answer critical reviews?',
      'What does a job cost?',
      'Which services do reviews mention?',
      'Do they serve my area?',
    ])
    assert.match(more, /<summary>See \d+ of these reviews<\/summary>/)
  })

  it('The highlights link each opinion to exactly its reviews', async () => {
    const { topics } = await insights()
    const chips = (await read()).split('<h2 id="opinions">')[1]!.split('</ul>')[0]!
    assert.deepEqual(
      [...chips.matchAll(/href="\/reviews\?topic=([^"]+)".*?<span class="number">(\d+)</g)].map(
        ([, id, count]) => [id, Number(count)],
      ),
      topics.map(({ id, mention_count }) => [
        new URLSearchParams({ id }).toString().slice(3),
        mention_count,
      ]),
    )
  })

  it('The highlights say that they were generated, and what could not be read', async () => {
    assert.match(
      textOf(await read()),
      /Generated automatically from all 278 reviews; nobody picked which ones to use\. 24 have no text, so only their stars count\. \d+ are in languages the analysis cannot read or identify, so only their stars count: Polish \(5\), Vietnamese \(5\), Portuguese \(4\), [^.]+, Ukrainian \(1\)\. A program reads the texts and makes mistakes: [^.]+\./,
    )
  })

  it('How often the page says that the program is right is what was measured', async () => {
    const results = await readFile(new URL('../../../../bench/RESULTS.md', import.meta.url), 'utf8')
    const rows = results.matchAll(
      /(?:criticism|praise) of single aspects that counts: English +\|[^|]+\| (\d+) \/ (\d+) \/ (\d+)/g,
    )
    const [wanted, counted, right] = [...rows]
      .map(([, ...counts]) => counts.map(Number))
      .reduce((sums, counts) => sums.map((sum, index) => sum + counts[index]!)) as [
      number,
      number,
      number,
    ]
    assert.deepEqual(
      [Math.round((10 * right) / wanted), Math.round((10 * right) / counted)],
      [5, 9],
    )
    assert.match(
      await read(),
      /it counted half of the opinions, and nine in ten of those it counted were right/,
    )
  })

  it('No page quotes a customer twice except for want of another complaint, and every quote is labeled with its side', async () => {
    for (const path of ['/', '/highlights', '/aspects/pricing', '/technicians/mike-delgado']) {
      const page = await read(path)
      const quotes = [...page.matchAll(/<figure class="quote">.*?<\/figure>/g)].map(
        ([quote]) => quote,
      )
      assert.ok(quotes.length > 0, path)
      const once = quotes.filter(quote => path !== '/highlights' || quote.includes('>Praise<'))
      assert.equal(
        new Set(once.map(quote => quote.match(/href="(.+?)"/)![1])).size,
        once.length,
        path,
      )
      for (const quote of quotes)
        assert.match(quote, /<span class="key (?:good">Praise|bad">(?:Complaint|Criticism))</)
    }
  })

  it('Whether they are on time is two taps from the home page', async () => {
    assert.match(await read('/'), /<nav aria-label="Pages">[\s\S]*?href="\/highlights"/)
    assert.match(
      sectionsIn(await read())[0]!,
      /<a href="\/aspects\/punctuality">Are they on time\?<\/a>/,
    )
  })
})

describe('the highlights of a business that is called again', () => {
  const REPLY = { text: 'We are sorry.', date: '2026-03-20' }
  const shared = shareService({
    rows: rows(16, number =>
      number < 4
        ? {
            rating: 1,
            text: 'They never came back to fix the leak and would not honor the warranty.',
            ...(number < 2 && { owner_reply: REPLY }),
          }
        : {
            rating: 5,
            text: 'It leaked again, and they came back the next day and fixed it at no charge.',
          },
    ),
  })

  it('The highlights say beside the question about problems how many critical reviews the business replied to', async () => {
    const [section, ...others] = sectionsIn((await shared.client.get('/highlights')).text).filter(
      one => one.includes('The business replied to'),
    )
    assert.equal(others.length, 0)
    assert.match(section!, />What happens when something goes wrong\?</)
    assert.match(
      section!,
      /replied to <a href="\/reviews\?critical=true&amp;has_reply=true">\d+<\/a> of <a href="\/reviews\?critical=true">\d+ critical reviews<\/a>/,
    )
  })
})

describe('the highlights of few reviews', () => {
  const shared = shareService({ rows: rows(3, () => ({ text: 'Rosa came on time.', rating: 5 })) })

  it('The highlights of few reviews show what stars and names tell, without empty headings', async () => {
    const page = (await shared.client.get('/highlights')).text
    assert.match(
      page,
      /<p>5\.0 of 5 stars on average, from <a href="\/reviews">3 reviews<\/a>\.<\/p>/,
    )
    assert.match(page, /<ul class="distribution">/)
    assert.match(
      page,
      /href="\/reviews\?mentions_technician=Rosa\+M%C3%A9ndez"[^>]*><bdi>Rosa Méndez<\/bdi>/,
    )
    assert.deepEqual(headings(page, 2), [
      'Who and what reviews mention',
      'Mentioned by fewer than five reviews',
      'How this was made',
    ])
    assert.doesNotMatch(textOf(page), /%/)
  })
})

describe('the highlights of one review', () => {
  const shared = shareService({ rows: [row({ text: null, rating: 4 })] })

  it('The highlights of one review mention neither an average nor all reviews', async () => {
    const page = (await shared.client.get('/highlights')).text
    assert.match(page, /<p>4\.0 of 5 stars from <a href="\/reviews">1 review<\/a>\.<\/p>/)
    assert.match(
      textOf(page),
      /Generated automatically from 1 review\. 1 has no text, so only its stars count\./,
    )
    assert.deepEqual(headings(page, 2), ['How this was made'])
  })
})

describe('the highlights without reviews', () => {
  const shared = shareService({ rows: [] })

  it('The highlights without reviews say so and nothing else', async () => {
    const page = (await shared.client.get('/highlights')).text
    assert.match(page, /<p>No reviews yet\. The first ones will appear here\.<\/p>/)
    assert.deepEqual(headings(page, 2), [])
  })
})
