import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shareDesk, type TestDesk } from '../../../kit/desk.ts'
import { row } from '../../../kit/rows.ts'
import { importInto } from '../../../kit/service.ts'
import { bytesOf } from '../../../kit/store.ts'

const HOSTILE = '<img src=x onerror=alert(1)>"\'&'

const findByAuthor = async ({ store }: TestDesk, author: string) =>
  (await store.findInStates(['published', 'withheld', 'unverified', 'gone'])).find(
    ({ content }) => content.author === author,
  )!

describe('What the owner does at the desk', () => {
  const shared = shareDesk({
    rows: [
      row({ source_id: 'a', author: HOSTILE, text: HOSTILE, rating: 1, owner_reply: null }),
      row({
        source_id: 'b',
        author: 'Cy Hall',
        text: 'Rosa was late and rude. Mike Brown fixed it.',
        rating: 2,
      }),
      row({ source_id: 'c', author: 'Di Ray', text: 'Ask for Mike Brown, thanks to Mike Brown.' }),
      row({
        source: 'direct',
        author: 'Ed Orr',
        text: 'Slow.',
        rating: 2,
        verification: { level: 'invited' },
      }),
      row({ source_id: 'u', author: 'Uwe Bär', language: 'de', owner_reply: null }),
      row({ source_id: 'n', author: 'Ana Gil', language: 'es-MX', owner_reply: null }),
      row({ source_id: 'l', author: 'Léa Roy', language: 'fr', owner_reply: null }),
      row({ source_id: 'k', author: 'Kim Oh', language: 'ko', owner_reply: null }),
    ],
  })
  const find = (author: string) => findByAuthor(shared.desk, author)

  it('HTML in a review, a search, a name and a notice is shown as text', async () => {
    const { get, post } = shared.desk
    const { id } = await find(HOSTILE)
    await post('/people', { do: 'ignore', name: HOSTILE })
    const query = encodeURIComponent(HOSTILE)
    for (const path of ['/', `/removal?query=${query}`, `/reviews/${id}`, '/people'])
      assert.doesNotMatch((await get(path)).body, /<img/, path)
    const { body } = await post(`/reviews/${id}/withhold`, { reason: 'spam' })
    assert.doesNotMatch(body, /<img/)
    const form = await post('/business', {
      name: HOSTILE,
      'address.street': HOSTILE,
      step: 'preview',
      digest: '',
    })
    assert.doesNotMatch(form.body, /<img/)
    const preview = await post('/business/preview', { name: HOSTILE, description: HOSTILE })
    assert.match(preview.body, /&lt;img/)
    assert.doesNotMatch(preview.body, /<img/)
  })

  it('Hiding a review takes a reason from the list, a look at what everyone will see, and leaves an entry in the log', async () => {
    const { get, post, store } = shared.desk
    const { id } = await find('Cy Hall')
    for (const reason of ['', 'bad_rating', 'constructor'])
      await post(`/reviews/${id}/withhold`, { reason, step: 'confirm' })
    assert.equal((await find('Cy Hall')).state, 'published')
    const preview = await post(`/reviews/${id}/withhold`, { reason: 'off_topic' })
    assert.match(preview.body, /This review has been removed/)
    assert.match(preview.body, /Not about this business/)
    assert.match(preview.body, new RegExp(`firsthand withhold ${id} --reason off_topic`))
    assert.equal((await find('Cy Hall')).state, 'published')
    await post(`/reviews/${id}/withhold`, { reason: 'off_topic', step: 'confirm' })
    const last = (await store.entriesAbout(id)).at(-1)!
    assert.deepEqual([last.op, last.reason], ['withhold', 'off_topic'])
    assert.match((await get('/removal')).body, /Cy Hall/)
    await post(`/reviews/${id}/restore`, {})
    assert.equal((await store.entriesAbout(id)).at(-1)!.op, 'restore')
    assert.equal((await find('Cy Hall')).state, 'published')
  })

  it('One tap puts a text to begin with into the reply, in the language of the review, and sends nothing', async () => {
    const { get, store } = shared.desk
    const version = await store.version()
    const replyOf = (body: string) => /<textarea [^>]*name="text"[^>]*>\n([^<]*)</.exec(body)![1]!
    for (const [author, begin] of [
      ['Ed Orr', 'Thank you, Ed Orr! We are glad'],
      ['Uwe Bär', 'Vielen Dank, Uwe Bär! Es freut uns'],
      ['Ana Gil', '¡Muchas gracias, Ana Gil! Nos alegra'],
      ['Léa Roy', 'Merci beaucoup, Léa Roy\u00a0! Nous sommes'],
      ['Kim Oh', 'Thank you, Kim Oh!'],
    ] as const) {
      const { id } = await find(author)
      const { body } = await get(`/reviews/${id}`)
      assert.match(body, new RegExp(`href="/reviews/${id}\\?start=apology#reply">An apology<`))
      assert.equal(replyOf(body), '')
      const filled = replyOf((await get(`/reviews/${id}?start=thanks`)).body)
      assert.ok(filled.startsWith(begin), filled)
      assert.ok(filled.endsWith('Test &amp; Sons Plumbing'))
    }
    const elsewhere = await get(`/reviews/${(await find('Cy Hall')).id}?start=contact`)
    assert.match(
      elsewhere.body,
      /href="https:\/\/business\.google\.com\/reviews"[^>]*>Reply on Google</,
    )
    assert.match(replyOf(elsewhere.body), /^Cy Hall, thank you for telling us\./)
    assert.match(elsewhere.body, /copy it, and post it there\. Nothing is sent or stored\./)
    assert.doesNotMatch(elsewhere.body, /\/reply"/)
    assert.equal(
      replyOf((await get(`/reviews/${(await find('Ed Orr')).id}?start=constructor`)).body),
      '',
    )
    assert.equal(await store.version(), version)
  })

  it('Erasing a review takes its exact name', async () => {
    const { post, store } = shared.desk
    const { id } = await find(HOSTILE)
    await post(`/reviews/${id}/erase`, { name: 'yes' })
    assert.ok(await store.find(id))
    await post(`/reviews/${id}/erase`, { name: HOSTILE })
    assert.equal(await store.find(id), null)
    assert.equal((await store.entriesAbout(id)).at(-1)!.op, 'erase')
  })

  it('The inbox lists criticism without a reply, and a reply to a direct review is written here and logged', async () => {
    const { get, post, store } = shared.desk
    const { id } = await find('Ed Orr')
    assert.match((await get('/')).body, new RegExp(`/reviews/${id}#reply`))
    await post(`/reviews/${id}/reply`, { text: 'We are sorry, Ed.' })
    assert.equal((await store.find(id))!.content.owner_reply?.text, 'We are sorry, Ed.')
    assert.equal((await store.entriesAbout(id)).at(-1)!.op, 'reply')
    assert.doesNotMatch((await get('/')).body, new RegExp(`/reviews/${id}#reply`))
    const google = await find('Cy Hall')
    await post(`/reviews/${google.id}/reply`, { text: 'Not here.' })
    assert.equal((await store.find(google.id))!.content.owner_reply, null)
  })

  it('A name that reviews mention can be listed, and a misread mention corrected without touching the review', async () => {
    const { get, post, store } = shared.desk
    assert.match((await get('/people')).body, /Mike Brown/)
    await post('/people', { do: 'add', name: 'Mike Brown' })
    assert.ok((await store.business())!.technicians.some(({ name }) => name === 'Mike Brown'))
    await post('/people', { do: 'alias', name: 'Mikey', person: 'Mike Brown' })
    assert.deepEqual((await store.business())!.technicians.at(-1)!.aliases, ['Mikey'])
    const before = await find('Cy Hall')
    assert.match((await get(`/reviews/${before.id}`)).body, /Not this person/)
    await post(`/reviews/${before.id}/correct`, { mark: 'not_person', name: 'Rosa Méndez' })
    assert.deepEqual(
      (await store.corrections()).map(({ id, mark }) => [id, mark]),
      [['Rosa Méndez', 'not_mentioned']],
    )
    assert.deepEqual((await find('Cy Hall')).content, before.content)
    await post(`/reviews/${before.id}/correct`, {
      mark: 'not_person',
      name: 'Rosa Méndez',
      undo: 'yes',
    })
    assert.deepEqual(await store.corrections(), [])
  })

  it('No form of the desk can edit a review, filter a removal by stars, or remove more than one', async () => {
    const { get, errors } = shared.desk
    const { id } = await find('Di Ray')
    const pages = await Promise.all(
      ['/', '/removal', '/removal?query=mike', '/import', `/reviews/${id}`].map(get),
    )
    for (const { body } of pages) {
      const fields = [...body.matchAll(/<(?:input|select|textarea)\b[^>]*\bname="([^"]+)"/g)].map(
        ([, name]) => name!,
      )
      for (const field of fields)
        assert.doesNotMatch(
          field,
          /^(?:rating|stars|min_rating|max_rating|author|sort|complete|ids)$/,
        )
    }
    assert.deepEqual(errors, [])
  })
})

describe('Removing a review at the desk', () => {
  const shared = shareDesk({
    rows: [
      row({
        source_id: 'a',
        author: 'Ann Secretname',
        text: 'Confidentialwords about the boiler.',
        date: '2026-01-01',
      }),
      row({ source_id: 'b', author: 'Bea Lane', text: 'Boiler and drain.', date: '2026-01-02' }),
      row({ source_id: 'c', author: ' Cal  Dot ', text: null, date: '2026-01-03' }),
      row({
        source: 'direct',
        author: 'Dee Orr',
        text: 'Invited.',
        verification: { level: 'invited' },
      }),
    ],
  })
  const find = (author: string) => findByAuthor(shared.desk, author)

  it('An erased review leaves no trace of its text and name in the database file', async () => {
    const { post, get, folder, store } = shared.desk
    const { id } = await find('Ann Secretname')
    assert.match(await bytesOf(folder), /Confidentialwords/)
    for (const name of ['', 'Ann', 'ann secretname', 'Ann Secretname x']) {
      const wrong = await post(`/reviews/${id}/erase`, { name })
      assert.equal(wrong.headers.location, `/reviews/${id}#erase`)
      assert.match(
        (await get(`/reviews/${id}`)).body,
        /Nothing was erased: the name is not the one/,
      )
    }
    assert.ok(await store.find(id))
    const done = await post(`/reviews/${id}/erase`, { name: ' Ann Secretname ' })
    assert.equal(done.headers.location, '/removal')
    assert.doesNotMatch(await bytesOf(folder), /Confidentialwords|Secretname/)
    assert.match((await get('/removal')).body, /The review is erased/)
    assert.equal((await get(`/reviews/${id}`)).status, 404)
  })

  it('A search finds reviews by all its words or by their address, and says how many', async () => {
    const { get } = shared.desk
    const names = async (query: string) => {
      const { body } = await get(`/removal?query=${encodeURIComponent(query)}`)
      const [, title] = /<h2>([^<]+)<\/h2>/.exec(body)!
      return [title, ...[...body.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name)]
    }
    const { id } = await find('Bea Lane')
    assert.deepEqual(await names('BOILER  bea'), ['1 review found', 'Bea Lane'])
    assert.deepEqual(await names('cal'), ['1 review found', 'Cal Dot'])
    assert.deepEqual(await names('boiler cal'), ['Nothing found'])
    assert.deepEqual(await names(`https://reviews.example.net/reviews/${id}`), [
      '1 review found',
      'Bea Lane',
    ])
    assert.deepEqual(await names('e'), ['2 reviews found', 'Dee Orr', 'Bea Lane'])
    assert.deepEqual(await names('x'.repeat(300)), ['Nothing found'])
    const { body } = await get(`/removal?query=${'x'.repeat(300)}`)
    assert.match(body, /value="x{200}" maxlength="200"/)
    assert.match(body, /Try fewer words/)
    assert.doesNotMatch((await get('/removal')).body, / found<\/h2>|Nothing found/)
  })

  it('A search shows the newest 20, and says so when there are more', async () => {
    const { get, folder } = shared.desk
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) =>
        row({ source_id: `m${from + index}`, author: `Many ${from + index}`, date: '2025-01-01' }),
      )
    await importInto(folder.databaseUrl, many(0, 20))
    const shown = async () => {
      const { body } = await get('/removal?query=many')
      return [body.match(/<bdi>Many/g)!.length, /The newest 20 are shown/.test(body)]
    }
    assert.deepEqual(await shown(), [20, false])
    await importInto(folder.databaseUrl, many(20, 21))
    assert.deepEqual(await shown(), [20, true])
  })

  it('A hidden review can be shown again, and its page offers only what can be done', async () => {
    const { get, post } = shared.desk
    const { id } = await find('Bea Lane')
    const path = `/reviews/${id}`
    const offered = async () => {
      const { body } = await get(path)
      return {
        forms: [...body.matchAll(/<form method="post" action="[^"]*\/(\w+)"/g)].map(
          ([, form]) => form,
        ),
        section: /<a href="([^"]+)" aria-current="page">/.exec(body)?.[1],
        isLinked: body.includes('Its page on your site'),
        state: /<p class="caution">([^<]+)<\/p>/.exec(body)?.[1],
      }
    }
    const shown = await offered()
    assert.deepEqual([...new Set(shown.forms)], ['correct', 'withhold', 'erase'])
    assert.deepEqual([shown.isLinked, shown.section, shown.state], [true, undefined, undefined])
    const hidden = await post(`${path}/withhold`, { reason: 'spam', step: 'confirm' })
    assert.equal(hidden.headers.location, path)
    assert.deepEqual(await offered(), {
      forms: ['restore', 'erase'],
      section: '/removal',
      isLinked: false,
      state: 'Not shown: you have hidden it.',
    })
    const twice = await post(`${path}/withhold`, { reason: 'spam', step: 'confirm' })
    assert.equal(twice.headers.location, path)
    assert.doesNotMatch((await get(path)).body, /role="status"|role="alert"/, 'nothing happened')
    assert.match(
      (await get('/removal')).body,
      /<h2>Hidden by you<\/h2>\n<p>Open one[\s\S]*<bdi>Bea Lane/,
    )
    const restored = await post(`${path}/restore`, {})
    assert.equal(restored.headers.location, path)
    assert.match(
      (await get(path)).body,
      /role="status"><p class="text">The review is shown again\./,
    )
    await post(`${path}/restore`, {})
    assert.match((await get(path)).body, /role="alert"><p class="text">[^<]* is not withheld: /)
    assert.match((await get('/removal')).body, /No reviews are hidden\./)
  })

  it('The page of a review tells its history as the public log does', async () => {
    const { get } = shared.desk
    const { body } = await get(`/reviews/${(await find('Bea Lane')).id}`)
    const history = /<ol class="history">([\s\S]*?)<\/ol>/.exec(body)![1]!
    assert.deepEqual(history.match(/<li>/g)!.length, 3)
    assert.match(history, /Spam or advertising\./i)
    assert.match(history, /entry \d+/i)
  })

  it('A review that stopped counting as verified while it was hidden stays hidden when it is restored', async () => {
    const { get, post, store } = shared.desk
    const { id } = await find('Dee Orr')
    await post(`/reviews/${id}/withhold`, { reason: 'spam', step: 'confirm' })
    await importInto(shared.desk.folder.databaseUrl, [
      row({
        source: 'direct',
        author: 'Dee Orr',
        text: 'Invited.',
        verification: { level: 'none' },
      }),
    ])
    await post(`/reviews/${id}/restore`, {})
    assert.equal((await store.find(id))!.state, 'unverified')
    const { body } = await get(`/reviews/${id}`)
    assert.match(body, /no longer withheld, but still not shown/)
    assert.match(body, /Not shown: it does not count as verified/)
    assert.doesNotMatch(body, /Hide it|Show it again|id="reply"/)
  })

  it('An address of no review is not found, whatever is sent there', async () => {
    const { get, post } = shared.desk
    const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    assert.equal((await get(`/reviews/${unknown}`)).status, 404)
    assert.equal((await get('/reviews/x')).status, 404)
    for (const action of ['withhold', 'restore', 'erase', 'reply', 'correct'])
      assert.equal(
        (await post(`/reviews/${unknown}/${action}`, { reason: 'spam' })).status,
        404,
        action,
      )
  })
})

describe('Replying and correcting at the desk', () => {
  const shared = shareDesk({
    rows: [
      row({
        source: 'direct',
        author: 'Ed Orr',
        text: 'Slow.',
        verification: { level: 'invited' },
      }),
      row({ source_id: 'b', author: 'Cy Hall', text: 'Rosa was late and rude.', rating: 1 }),
      row({ source_id: 'c', author: 'Silent', text: null }),
      row({ source_id: 'd', author: 'Long', text: 'word '.repeat(150) }),
      row({
        ...{ source: 'acme', source_id: 'e', author: 'Nowhere', text: 'Fine.' },
        ...{ source_url: null, verification: { level: 'invited' } },
      }),
    ],
  })
  const find = (author: string) => findByAuthor(shared.desk, author)

  it('A reply can be changed and removed, and what is wrong with it is told', async () => {
    const { get, post, store } = shared.desk
    const { id } = await find('Ed Orr')
    const path = `/reviews/${id}`
    const reply = async (fields: Record<string, string>) => {
      const answer = await post(`${path}/reply`, fields)
      assert.deepEqual([answer.status, answer.headers.location], [303, path])
      const { body } = await get(path)
      return {
        notice: /role="(?:status|alert)"><p class="text">([^<]+)</.exec(body)?.[1],
        button: /<button>((?:Change|Publish) the reply)<\/button>/.exec(body)?.[1],
        canRemove: body.includes('name="remove"'),
        text: (await store.find(id))!.content.owner_reply?.text,
      }
    }
    const saved = 'Saved. Your site shows it within seconds, and the public log records it.'
    assert.deepEqual(await reply({ text: ' ' }), {
      notice: 'The reply is empty. Nothing was changed.',
      button: 'Publish the reply',
      canRemove: false,
      text: undefined,
    })
    const written = { notice: saved, button: 'Change the reply', canRemove: true, text: 'Sorry.' }
    assert.deepEqual(await reply({ text: 'Sorry.' }), written)
    assert.deepEqual(await reply({ text: 'Sorry.' }), { ...written, notice: 'Nothing changed.' })
    const removed = {
      notice: saved,
      button: 'Publish the reply',
      canRemove: false,
      text: undefined,
    }
    assert.deepEqual(await reply({ text: 'Sorry.', remove: 'yes' }), removed)
  })

  it('A reply to a review from elsewhere is written there', async () => {
    const { get, post, store } = shared.desk
    const google = await find('Cy Hall')
    const { body } = await get(`/reviews/${google.id}`)
    assert.match(
      body,
      /<a href="https:\/\/business\.google\.com\/reviews" rel="noreferrer">Reply on Google</,
    )
    assert.doesNotMatch(body, /\/reply"/)
    const nowhere = await find('Nowhere')
    assert.match(
      (await get(`/reviews/${nowhere.id}`)).body,
      /<p>Reply on “\w+”, where the review was posted\./,
    )
    const answer = await post(`/reviews/${google.id}/reply`, { text: 'Not here.' })
    assert.equal(answer.headers.location, `/reviews/${google.id}`)
    assert.equal((await store.find(google.id))!.content.owner_reply, null)
  })

  it('Each mention can be marked in the ways that fit it, and a mark undone', async () => {
    const { get, post, store } = shared.desk
    const { id } = await find('Cy Hall')
    const path = `/reviews/${id}`
    const { body } = await get(path)
    const cards = [...body.matchAll(/<li class="card">[\s\S]*?<\/li>/g)].map(([card]) => ({
      name: /name="name" value="([^"]+)"/.exec(card)![1]!,
      marks: [...card.matchAll(/name="mark" value="([^"]+)"/g)].map(([, mark]) => mark),
      command: /insights --correct \w+ (--\S+)/.exec(card)![1],
    }))
    const person = cards.find(({ name }) => name === 'Rosa Méndez')!
    assert.deepEqual(person, {
      name: 'Rosa Méndez',
      marks: ['not_person', 'not_criticism'],
      command: '--not-person',
    })
    const aspect = cards.find(({ name }) => name !== 'Rosa Méndez')!
    assert.deepEqual(aspect.marks, ['not_aspect', 'not_criticism'])
    assert.equal(aspect.command, '--not-aspect')
    const stored = async () => (await store.corrections()).map(one => `${one.id} ${one.mark}`)
    for (const [name, mark] of [
      [aspect.name, 'not_aspect'],
      ['Rosa Méndez', 'not_criticism'],
    ] as const) {
      const answer = await post(`${path}/correct`, { name, mark })
      assert.equal(answer.headers.location, `${path}#mentions`)
    }
    assert.deepEqual(
      (await stored()).toSorted(),
      [`${aspect.name} not_mentioned`, 'Rosa Méndez not_criticism'].toSorted(),
    )
    const corrected = (await get(path)).body
    assert.match(corrected, /role="status"><p class="text">Done\. The counts change/)
    assert.match(corrected, /You corrected: Rosa Méndez: not criticism/)
    assert.match(
      corrected,
      /--not-criticism '?Rosa Méndez'? --undo|--not-criticism &#39;Rosa Méndez&#39; --undo/,
    )
    assert.doesNotMatch(
      corrected,
      /<strong>Rosa Méndez<\/strong>/,
      'what is corrected is not offered again',
    )
    await post(`${path}/correct`, { name: 'Rosa Méndez', mark: 'not_criticism', undo: 'yes' })
    await post(`${path}/correct`, { name: aspect.name, mark: 'not_aspect', undo: 'yes' })
    assert.deepEqual(await stored(), [])
    for (const wrong of [
      { name: 'Rosa Méndez', mark: 'constructor' },
      { name: '', mark: 'not_person' },
      {},
    ])
      assert.equal((await post(`${path}/correct`, wrong as Record<string, string>)).status, 404)
    const unknown = await post(`${path}/correct`, { name: 'Nobody', mark: 'not_person' })
    assert.equal(unknown.headers.location, `${path}#mentions`)
    assert.match((await get(path)).body, /role="alert"/)
    assert.deepEqual(await stored(), [])
  })

  it('A review without words has nothing to correct, and a long one is whole on its own page only', async () => {
    const { get } = shared.desk
    const silent = (await get(`/reviews/${(await find('Silent')).id}`)).body
    assert.match(silent, /Rated without a comment/)
    assert.doesNotMatch(silent, /id="mentions"/)
    const long = await find('Long')
    assert.match((await get(`/reviews/${long.id}`)).body, /(?:word ){149}word/)
    const listed = (await get('/removal?query=long')).body
    assert.match(listed, /(?:word ){70}/)
    assert.doesNotMatch(listed, /(?:word ){90}/)
  })
})
