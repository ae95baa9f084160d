import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insights } from '../../../../src/model/insights.ts'
import { business, rows } from '../../../kit/rows.ts'
import { shareService } from '../../../kit/shared.ts'

describe('the pages about people, services, areas and aspects', () => {
  const shared = shareService({
    business: {
      ...business,
      technicians: [
        { name: 'Rosa Méndez', role: 'Master plumber', aliases: ['Rosa'] },
        { name: 'Bob Stone' },
      ],
    },
    rows: rows(40, number => ({
      text: `Rosa was friendly and on time at number ${number}. The drain cleaning in Old Town took ${number} minutes.`,
      rating: number % 4 === 0 ? 3 : 5,
    })),
  })
  const read = async (path: string) => await shared.client.get(path)

  it('Every subject but a topic has a page, and so has every kind of the roster', async () => {
    const { entities, aspects } = (await read('/insights.json')).json as Insights
    const mentioned = aspects.filter(({ mention_count }) => mention_count > 0)
    const paths = [
      ...['/technicians', '/services', '/areas'],
      ...[
        '/technicians/rosa-m%C3%A9ndez',
        '/technicians/bob-stone',
        '/services/water_heater',
        '/areas/old_town',
      ],
      ...mentioned.map(({ id }) => `/aspects/${id}`),
    ]
    assert.ok(mentioned.length > 0 && entities.services.length > 0)
    for (const path of paths) {
      assert.equal((await read(path)).status, 200, path)
      assert.equal((await read(`${path}.md`)).status, 200, `${path}.md`)
    }
  })

  it('An aspect that nobody mentions, and the business as a whole, have no page and are in no list', async () => {
    const { aspects } = (await read('/insights.json')).json as Insights
    for (const id of ['honesty', 'general']) {
      assert.ok(!aspects.some(aspect => aspect.id === id), id)
      assert.equal((await read(`/aspects/${id}`)).status, 404, id)
      for (const path of ['/', '/highlights', '/summary.md'])
        assert.ok(!(await read(path)).text.includes(`/aspects/${id}`), `${id} at ${path}`)
    }
  })

  it('A subject page has its numbers, stars and months', async () => {
    const page = (await read('/technicians/rosa-m%C3%A9ndez')).text
    assert.match(
      page,
      /<h1><bdi>Rosa Méndez<\/bdi><\/h1>\n<p class="lead"><bdi>Master plumber<\/bdi><\/p>/,
    )
    assert.match(
      page,
      /<p><a href="\/reviews\?mentions_technician=Rosa\+M%C3%A9ndez">40 reviews<\/a> mention <bdi>Rosa Méndez<\/bdi>; 100% are positive\.<\/p>/,
    )
    assert.match(
      page,
      /<dt>Average rating of those reviews<\/dt><dd><a href="[^"]+">4\.5<\/a> of 5<\/dd>/,
    )
    assert.match(
      page,
      /href="\/reviews\?mentions_technician=Rosa\+M%C3%A9ndez&amp;rating=3">.+<span class="hidden">3 stars, 10 reviews, 25%<\/span>/,
    )
    assert.match(
      page,
      /<th scope="row">Feb 2020<\/th><td><a href="[^"]+since=2020-02-01&amp;until=2020-02-29" aria-label="9 reviews">9</,
    )
  })

  it('A subject page quotes reviews and links to all of them', async () => {
    const page = (await read('/technicians/rosa-m%C3%A9ndez')).text
    const quote =
      /<span class="key good">Praise<\/span><blockquote><p dir="auto" lang="en">(Rosa was friendly and on time at number \d+\.)<\/p><\/blockquote>/g
    assert.equal(new Set([...page.matchAll(quote)].map(([, text]) => text)).size, 4)
    assert.match(page, /<p class="text" dir="auto" lang="en"><mark>Rosa<\/mark> was friendly/)
    assert.match(
      page,
      /<a class="button" href="\/reviews\?mentions_technician=Rosa\+M%C3%A9ndez">Read all 40 reviews<\/a>/,
    )
  })

  it('The page of a person names the services in the same reviews, and the page of a service the people', async () => {
    const others = async (path: string, heading: string) =>
      (await read(path)).text.split(`<h2>${heading} in the same reviews</h2>`)[1]?.split('</ul>')[0]
    assert.match(
      (await others('/technicians/rosa-m%C3%A9ndez', 'Services'))!,
      /<a href="\/services\/drain_cleaning"><bdi>Drain cleaning<\/bdi><\/a> <a href="\/reviews\?mentions_technician=Rosa\+M%C3%A9ndez&amp;mentions_service=drain_cleaning" aria-label="40 reviews"><span class="number">40</,
    )
    assert.match(
      (await others('/services/drain_cleaning', 'People'))!,
      /<a href="\/technicians\/rosa-m%C3%A9ndez"><bdi>Rosa Méndez<\/bdi><\/a> <a href="\/reviews\?mentions_service=drain_cleaning&amp;mentions_technician=Rosa\+M%C3%A9ndez" aria-label="40 reviews"><span class="number">40</,
    )
    assert.equal(await others('/areas/old_town', 'People'), undefined)
  })

  it('A subject page has breadcrumbs and says what the reviews below are about', async () => {
    const page = (await read('/technicians/rosa-m%C3%A9ndez')).text
    assert.match(
      page,
      /<a href="\/">Home<\/a> .+<a href="\/technicians">People<\/a> .+<span aria-current="page"><bdi>Rosa Méndez</,
    )
    assert.match(page, /Latest reviews that mention <bdi>Rosa Méndez<\/bdi><\/h2>/)
  })

  it('Only the page of a person has a line beneath the name', async () => {
    assert.doesNotMatch((await read('/services/drain_cleaning')).text, /<p class="lead">/)
  })

  it('Only pages about people warn that a mention is not the work', async () => {
    assert.match(
      (await read('/technicians')).text,
      /Being mentioned does not always mean doing the work\./,
    )
    assert.doesNotMatch((await read('/services')).text, /doing the work/)
  })

  it('A page says so when nobody is mentioned', async () => {
    assert.match(
      (await read('/technicians/bob-stone')).text,
      /<p>No review mentions <bdi>Bob Stone<\/bdi> yet\.<\/p>/,
    )
    assert.match(
      (await read('/technicians')).text,
      /<bdi>Bob Stone<\/bdi><\/a><\/th><td>0<\/td><td><span class="muted">none yet/,
    )
  })
})

describe('a page about something that few reviews mention', () => {
  const shared = shareService({ rows: rows(9, () => ({ text: 'Rosa came.' })) })

  it('A page about something that few reviews mention says that those are too few', async () => {
    const page = (await shared.client.get('/technicians/rosa-m%C3%A9ndez')).text
    assert.match(
      page,
      /<p class="caution">Only <a href="[^"]+">9 reviews<\/a> were found to mention <bdi>Rosa Méndez<\/bdi>, too few to draw conclusions\.<\/p>/,
    )
  })
})
