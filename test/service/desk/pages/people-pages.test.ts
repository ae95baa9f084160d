import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { shareDesk } from '../../../kit/desk.ts'
import { business, row } from '../../../kit/rows.ts'
import { importInto } from '../../../kit/service.ts'

const thanks = (name: string, number: number) =>
  row({
    source_id: `${name} ${number}`,
    author: `Customer ${number}`,
    text: `Ask for ${name}, thanks to ${name}.`,
  })

describe('People at the desk of a business that lists nobody', () => {
  const { technicians: _, ...nobody } = business
  const shared = shareDesk({
    business: nobody,
    rows: [thanks('Mike Brown', 1), thanks('Mike Brown', 2)],
  })

  it('No name is offered as another name of somebody', async () => {
    const { body } = await shared.desk.get('/people')
    assert.match(body, /firsthand business --add-person &#39;Mike Brown&#39;/)
    assert.doesNotMatch(body, /--alias|Another name of/)
  })
})

describe('People at the desk', () => {
  const shared = shareDesk({
    rows: ['Mike Brown', 'Lena Fischer', 'Omar Haddad'].flatMap(name => [
      thanks(name, 1),
      thanks(name, 2),
    ]),
  })
  const suggested = async () => {
    const { body } = await shared.desk.get('/people')
    return [...body.matchAll(/<li class="card"><p><strong>([^<]+)</g)]
      .map(([, name]) => name)
      .toSorted()
  }
  const written = () =>
    JSON.parse(readFileSync(`${shared.desk.folder.path}/business.json`, 'utf8')).technicians

  it('Names that reviews mention are suggested with reviews that do, until they are listed or ignored', async () => {
    const { get, post } = shared.desk
    assert.deepEqual(await suggested(), ['Lena Fischer', 'Mike Brown', 'Omar Haddad'])
    const { body } = await get('/people')
    assert.match(body, /in 2 reviews: <a href="\/reviews\/\w{26}" aria-label="Review 1 that names/)
    assert.match(body, /firsthand business --add-person &#39;Mike Brown&#39;/)
    assert.match(body, /firsthand business --ignore-name &#39;Mike Brown&#39;/)
    assert.match(body, /firsthand business --alias &#39;NAME=Mike Brown&#39;/)
    const added = await post('/people', { do: 'add', name: ' Mike  Brown ' })
    assert.deepEqual([added.status, added.headers.location], [303, '/people'])
    assert.match(
      (await get('/people')).body,
      /role="status"><p class="text">Mike Brown is listed now\./,
    )
    assert.deepEqual(await suggested(), ['Lena Fischer', 'Omar Haddad'])
    assert.deepEqual(written().at(-1), { name: 'Mike Brown' })
    await post('/people', { do: 'ignore', name: 'Lena Fischer' })
    assert.match((await get('/people')).body, /Lena Fischer is no longer suggested\./)
    assert.deepEqual(await suggested(), ['Omar Haddad'])
    assert.equal(written().length, 3)
  })

  it('A name can be another name of someone who is listed, and of nobody else', async () => {
    const { get, post } = shared.desk
    await post('/people', { do: 'alias', name: 'Mikey', person: 'Nobody' })
    assert.match(
      (await get('/people')).body,
      /role="alert"><p class="text">Choose whose other name it is\./,
    )
    await post('/people', { do: 'alias', name: 'Mikey' })
    assert.doesNotMatch(JSON.stringify(written()), /Mikey/)
    await post('/people', { do: 'alias', name: 'Mikey', person: 'Mike Brown' })
    const { body } = await get('/people')
    assert.match(body, /Mikey is now another name of Mike Brown\./)
    assert.match(body, /<li>Mike Brown <span class="muted">also Mikey<\/span><\/li>/)
    assert.deepEqual(written().at(-1), { name: 'Mike Brown', aliases: ['Mikey'] })
  })

  it('A name that is taken or empty changes nothing', async () => {
    const { get, post } = shared.desk
    const before = written()
    await post('/people', { do: 'add', name: 'Rosa Méndez' })
    assert.match((await get('/people')).body, /role="alert"><p class="text">[^<]*is used twice/)
    for (const name of ['', '  ']) await post('/people', { do: 'add', name })
    assert.doesNotMatch((await get('/people')).body, /role="(?:alert|status)"/)
    assert.deepEqual(written(), before)
  })

  it('A new review can bring a new name', async () => {
    const { folder } = shared.desk
    await importInto(folder.databaseUrl, [thanks('Gwen Stacey', 1), thanks('Gwen Stacey', 2)])
    assert.deepEqual(await suggested(), ['Gwen Stacey', 'Omar Haddad'])
  })
})

describe('People at the desk of a new installation', () => {
  const shared = shareDesk({ rows: [], business: null })

  it('Without a business there is nobody to list', async () => {
    const { get, post, store } = shared.desk
    assert.match((await get('/people')).body, /There is no business yet\. <a href="\/setup">/)
    assert.equal((await post('/people', { do: 'add', name: 'A' })).headers.location, '/people')
    assert.equal(await store.business(), null)
  })

  it('The business form makes the file, and the first person is listed in it', async () => {
    const { get, post, store } = shared.desk
    const { body } = await get('/business')
    const digest = /name="digest" value="([^"]+)"/.exec(body)![1]!
    const saved = await post('/business', { name: 'New & Co', digest, step: 'save' })
    assert.deepEqual([saved.status, saved.headers.location], [303, '/business'])
    assert.equal((await store.business())!.name, 'New & Co')
    const { body: people } = await get('/people')
    assert.match(people, /Everyone the reviews name is listed or ignored\./)
    assert.match(people, /Nobody yet\./)
    await post('/people', { do: 'add', name: 'First One' })
    assert.deepEqual(
      (await store.business())!.technicians.map(({ name }) => name),
      ['First One'],
    )
  })
})
