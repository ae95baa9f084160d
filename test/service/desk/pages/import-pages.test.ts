import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shareDesk } from '../../../kit/desk.ts'
import { row } from '../../../kit/rows.ts'
import { makeZip } from '../../../kit/zip.ts'

const HEAD = 'source,author,rating,date,text,verification\n'

describe('Importing at the desk', () => {
  const shared = shareDesk({
    rows: [row({ source_id: 'old', author: 'Old Hand', text: 'Here before.' })],
  })
  const send = async (content: string, name = 'reviews.csv') =>
    (await shared.desk.upload(name, content)).headers.location!
  const authors = async () =>
    (await shared.desk.store.findInStates(['published', 'unverified'])).map(
      ({ content }) => content.author,
    )

  it('A preview counts what it would do by kind, explains each, and shows examples', async () => {
    const { get } = shared.desk
    const location = await send(
      `${HEAD}google,Old Hand,5,2026-03-14,Here before.,\ngoogle,New Hand,4,2026-03-15,First time.,invited\ngoogle,Odd One,nine,2026-03-16,Bad.,\ndirect,Direct One,4,2026-03-17,By mail.,\n`,
    )
    const { body } = await get(location)
    const counts = [...body.matchAll(/<li><strong>(\d+)<\/strong> ([^<]+)<\/li>/g)].map(
      ([, count, text]) => `${count} ${text}`,
    )
    assert.deepEqual(counts, [
      '2 to add',
      '0 to edit',
      '1 already here',
      '1 rejected',
      '1 kept but not shown',
    ])
    assert.match(body, /<h2>Rejected rows<\/h2>\n<ul><li>Row 4, rating: /)
    assert.match(body, /Kept but not shown: 1, because/)
    assert.match(body, /Change that under Business/)
    assert.match(body, /<h2>Examples of what would be added<\/h2>/)
    assert.match(body, /<h3><bdi>New Hand<\/bdi><\/h3>/, 'nothing to link to yet')
    assert.doesNotMatch(body, /would be edited|shown again|twice in the file|Perhaps here already/)
  })

  it('Nothing rejected means no list of rejected rows, and an import here removes nothing', async () => {
    const { get, post } = shared.desk
    const location = await send(`${HEAD}google,Only One,5,2026-03-18,Alone in the file.,invited\n`)
    assert.doesNotMatch((await get(location)).body, /Rejected rows/)
    await post(location, { do: 'import' })
    assert.deepEqual((await authors()).toSorted(), ['Old Hand', 'Only One'])
    const edited = await send(
      `${HEAD}google,Only One,2,2026-03-18,Alone in the file.,\ngoogle,B,x,2026-03-18,B,\n`,
    )
    await post(edited, { do: 'import' })
    assert.match((await get('/')).body, /Imported reviews\.csv: 0 added, 1 edited, 1 rejected\./)
  })

  it('Every file of a zip is named in the preview, and what was not imported after it', async () => {
    const { get, post, upload } = shared.desk
    const zip = makeZip([
      { name: 'a.csv', content: `${HEAD}google,In Zip,5,2026-03-18,Packed.,invited\n` },
      { name: 'b.csv', content: 'sku,price\n1,2\n' },
      { name: 'photo.jpg', content: '' },
    ])
    const location = (await upload('export.zip', zip)).headers.location!
    const { body } = await get(location)
    assert.match(body, /<h2>Files in it<\/h2>\n<ul><li>a\.csv: 1 row \(Firsthand reviews\)<\/li>/)
    assert.match(
      body,
      /<li>b\.csv: not imported, because it is in no known format; its columns are sku, price\. /,
    )
    assert.match(
      body,
      /<li>photo\.jpg: not imported, because it is of a kind that holds no reviews\.<\/li>/,
    )
    await post(location, { do: 'import' })
    assert.match((await get('/')).body, /Imported export\.zip: 1 added, .* Not imported: b\.csv\. /)
  })

  it('What may be here already is shown beside what is', async () => {
    const { get } = shared.desk
    const location = await send(
      '{"reviews":[{"source":"google","source_id":"12345","author":"Old Hand","rating":5,"date":"2026-03-15","text":"Here before."}]}',
      'own.json',
    )
    const { body } = await get(location)
    assert.match(
      body,
      /<h2>Perhaps here already<\/h2>\n<p>1 review may be stored under another number/,
    )
    assert.match(body, /<h3><a href="\/reviews\/\w{26}"><bdi>Old Hand/)
  })

  it('A file that cannot be read says why, by the name that the owner knows, and cannot be imported', async () => {
    const { get } = shared.desk
    const location = await send('nothing that could be read', 'notes.txt')
    const { status, body } = await get(location)
    assert.equal(status, 200)
    assert.match(body, /<div class="failed" role="alert"><p class="text">[^<]*notes\.txt/)
    assert.doesNotMatch(body, new RegExp(`${location.split('/').at(-1)}:`))
    assert.doesNotMatch(body, /value="import"/)
    assert.match(body, /value="cancel"/)
    assert.match(body, /<details open>/)
  })

  it('The lock file of a workbook that is open is named as such', async () => {
    const { body } = await shared.desk.get(await send('\u0003Ada\0', '~$Kunden.xlsx'))
    assert.match(body, /~\$Kunden\.xlsx: is only a lock file/)
    assert.doesNotMatch(body, /value="import"/)
  })

  it('The order of dates, the source and a reward can be chosen before the import, and are imported as chosen', async () => {
    const { get, post, store } = shared.desk
    const location = await send(
      'author,rating,date,text\nDay First,5,02/03/2026,Ordered.\n',
      'd.csv',
    )
    const choice = {
      source: ' GOOGLE ',
      date_order: 'dmy',
      location: ' Springfield ',
      incentive: 'yes',
    }
    const { body } = await get(`${location}?${new URLSearchParams(choice)}`)
    assert.match(
      body,
      /firsthand import d\.csv --source google --date-order dmy --location Springfield --incentive /,
    )
    assert.match(body, /<option value="dmy" selected>/)
    assert.match(body, /<input type="hidden" name="location" value="Springfield">/)
    assert.match(body, /<input type="hidden" name="source" value="google">/)
    assert.match(body, /<input type="hidden" name="date_order" value="dmy">/)
    const odd = await get(`${location}?date_order=ymd&location=${'x'.repeat(300)}`)
    assert.match(odd.body, /name="date_order" value=""/)
    assert.match(odd.body, /name="location" value="x{200}"/)
    await post(location, { do: 'import', source: 'google', date_order: 'dmy', incentive: 'yes' })
    const found = (await store.findInStates(['unverified'])).find(
      ({ content }) => content.author === 'Day First',
    )!
    assert.deepEqual(
      [found.content.date, found.source, found.content.incentive],
      ['2026-03-02', 'google', true],
    )
  })

  it('The columns of an unknown table are guessed, can be changed, and are remembered', async () => {
    const { get, post, store } = shared.desk
    const table = 'Kunde,Punkte,Wann,Was\nEva,5,2026-04-01,Sehr gut\n'
    const location = await send(table, 'tabelle.csv')
    const guessed = await get(location)
    assert.doesNotMatch(guessed.body, /to add/)
    assert.match(guessed.body, /Say which column has the stars and which has the date\./)
    assert.match(guessed.body, /<option value="Punkte">Punkte<\/option>/)
    const choice = {
      mapped: 'yes',
      source: 'google',
      'map.rating': 'Punkte',
      'map.date': 'Wann',
      'map.author': 'Kunde',
      'map.text': 'Was',
    }
    const preview = await get(`${location}?${new URLSearchParams(choice)}`)
    assert.match(preview.body, /<strong>1<\/strong> to add/)
    assert.match(preview.body, /--map rating=Punkte/)
    assert.match(preview.body, /name="map\.rating" value="Punkte"/)
    assert.match(preview.body, /<option value="Punkte" selected>/)
    await post(location, { do: 'import', ...choice })
    assert.ok((await authors()).includes('Eva'))
    const again = await get(await send(table.replace('Eva', 'Ida'), 'tabelle.csv'))
    assert.match(again.body, /<strong>1<\/strong> to add/)
    assert.match(again.body, /--source google/)
    const moved = await get(
      await send('Was,Wann,Punkte,Kunde\nGut,2026-04-01,5,Ida\n', 'tabelle.csv'),
    )
    assert.match(moved.body, /<strong>1<\/strong> to add/, 'whatever the order of the columns')
    assert.equal(Object.keys((await store.deskNotes()).mappings).length, 1)
  })

  it('Known column names are guessed, for reviews that were sent to the business unless the owner says more', async () => {
    const { get } = shared.desk
    const known = await send('Score,When,Comment,Customer\n5,2026-04-02,Good,Al\n', 'x.csv')
    assert.match((await get(known)).body, /--source direct .*--map rating=Score .*--map date=When/)
    assert.match((await get(`${known}?source=yelp`)).body, /--source yelp .*--map rating=Score/)
  })

  it('A table of two columns can say what they are', async () => {
    const { body } = await shared.desk.get(await send('Punkte,Wann\n5,2026-04-01\n', 'zwei.csv'))
    assert.match(body, /<option value="Punkte">Punkte<\/option>/)
  })

  it('Of many tables, the columns of the last 50 are remembered, and a table again is the last', async () => {
    const { store, post } = shared.desk
    const known = Object.keys((await store.deskNotes()).mappings)
    await store.write(async writer => {
      const notes = await writer.deskNotes()
      const others = Array.from({ length: 49 }, (_, number): [string, unknown] => [`${number}`, {}])
      await writer.setDeskNotes({
        ...notes,
        mappings: { ...notes.mappings, ...Object.fromEntries(others) },
      })
    })
    const choice = { mapped: 'yes', source: 'google', 'map.rating': 'Note', 'map.date': 'Tag' }
    await post(await send('Note,Tag\n5,2026-04-01\n', 'y.csv'), { do: 'import', ...choice })
    const mappings = Object.keys((await store.deskNotes()).mappings)
    assert.equal(mappings.length, 50)
    assert.ok(mappings.includes('["Note","Tag"]'))
    assert.ok(known.length === 1 && mappings.includes('48'))
  })

  it('A form about a file that is gone leads back to the import page, and changes nothing', async () => {
    const { post, get, store } = shared.desk
    const version = await store.version()
    const answer = await post(`/import/${'0'.repeat(24)}`, { do: 'import' })
    assert.deepEqual([answer.status, answer.headers.location], [303, '/import'])
    assert.equal((await get(`/import/${'0'.repeat(24)}`)).status, 404)
    assert.equal(await store.version(), version)
  })

  it('A sheet of one’s own about Google says at once how many stay hidden, and one tap says how the owner knows them', async () => {
    const { get, post, store } = shared.desk
    const location = await send(
      'Name,Stars,Date,Comment\nGil,5,2026-05-01,Neat.\nHal,1,2026-05-02,No.\n',
      's.csv',
    )
    const { body } = await get(`${location}?source=google`)
    assert.match(body, /<strong>2<\/strong> kept but not shown/)
    assert.match(
      body,
      /Kept but not shown: 2, because only your word says that they were posted on google/,
    )
    assert.match(body, /say which columns have the number and the link of each review/)
    // That it was posted there is what nothing shows.
    const platform = await get(`${location}?source=google&level=platform`)
    assert.match(platform.body, /<strong>2<\/strong> kept but not shown/)
    const [, tap] = /<a class="button" href="([^"]+)">Each answered my invitation</.exec(body)!
    const told = await get(tap!.replaceAll('&amp;', '&'))
    assert.match(told.body, /<strong>0<\/strong> kept but not shown/)
    assert.match(told.body, /--source google .*--level invited/)
    const hidden = [...told.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    await post(location, {
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
      do: 'import',
    })
    const shown = (await store.findInStates(['published'])).filter(({ content }) =>
      ['Gil', 'Hal'].includes(content.author),
    )
    assert.deepEqual(
      shown.map(({ particulars }) => [particulars.verification?.level, particulars.basis]),
      [
        ['invited', 'owner'],
        ['invited', 'owner'],
      ],
    )
  })
})
