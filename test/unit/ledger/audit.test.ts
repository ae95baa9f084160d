import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AuditCode, type AuditInputs, audit, type Pin } from '../../../src/ledger/audit.ts'
import { encodeEntry } from '../../../src/ledger/ledger-entry.ts'
import type { Opening } from '../../../src/model/change.ts'
import type { Level } from '../../../src/model/review.ts'
import {
  alter,
  createFakeService,
  createSigner,
  type Dataset,
  type FakeService,
  type Files,
  idOf,
  logFiles,
} from '../../kit/ledger/fake-service.ts'
import { flipBit, sha256 } from '../../kit/ledger/known-tree.ts'

const inputs = (files: Files, pinned: Pin | null = null): AuditInputs => ({
  get: async path => {
    const bytes = files.get(path)
    if (!bytes) throw new Error('The answer was 404.')
    return bytes
  },
  hash: async bytes => sha256(bytes),
  pinned,
})

async function assertFails(given: AuditInputs, code: AuditCode, says: RegExp): Promise<void> {
  await assert.rejects(audit(given), (error: Error & { code: string }) => {
    assert.equal(error.code, code, error.message)
    assert.match(error.message, says)
    assert.match(error.message, /^[A-Z/].*\.$/, 'a sentence')
    return true
  })
}

/** 300 reviews, for a full bundle and a partial one, with every kind of entry. */
function fill(service: FakeService): FakeService {
  for (let number = 1; number <= 300; number++) service.show('add', number)
  service.show('edit', 1, { text: 'Changed by its author.' })
  service.show('reply', 2, { owner_reply: { text: 'Sorry.', date: '2026-04-01' } })
  service.hide('withhold', 3, 'spam')
  service.hide('withhold', 4, 'personal_data')
  service.show('restore', 4)
  service.hide('gone_at_source', 5, 'source_removed')
  service.hide('erase', 6, 'erasure_request')
  return service
}

const signer = createSigner()
const files = fill(createFakeService(signer)).publish()
const { pin } = await audit(inputs(files))
const LAST_BUNDLE = '/log/tile/entries/001.p/51'

const drop = (number: number) => (dataset: Dataset) => {
  dataset.reviews = dataset.reviews.filter(({ id }) => id !== idOf(number))
}

describe('An audit of an honest service', () => {
  it('An audit passes and reports the counts', async () => {
    const { pin: seen, note, ...rest } = await audit(inputs(files))
    assert.deepEqual(rest, {
      origin: 'reviews.example/log',
      counts: {
        ever_published: 300,
        shown: 297,
        withheld: { spam: 1 },
        removed: { erasure_request: 1, source_removed: 1 },
        log_began_at: '2026-03-14T09:00:00.000Z',
        shown_again: 1,
        edits: { count: 1, by_month: [{ month: '2026-03', count: 1 }] },
      },
      entries: 307,
      rules: [],
      keys: [],
      grownBy: null,
      pages: 0,
    })
    assert.equal(seen.size, 307)
    assert.match(note, /^reviews\.example\/log\n307\n/)
    assert.equal(seen.key, signer.vkey('reviews.example/log'))
  })

  it('An audit of pages counts those that it read: none where there are no reviews', async () => {
    const everyPage = (pages: number) => Array.from({ length: pages }, (_, index) => index + 1)
    const empty = createFakeService(signer).publish()
    assert.equal((await audit({ ...inputs(empty), choosePages: everyPage })).pages, 0)
  })

  it('An audit passes again on the same log, with a synchronous hash', async () => {
    assert.equal((await audit({ ...inputs(files, pin), hash: sha256 })).grownBy, 0)
  })

  it('An audit passes if the log grew from any size seen before', async () => {
    const service = createFakeService(signer)
    const seen: Pin[] = []
    for (let number = 1; number <= 600; number++) {
      if ([1, 2, 201, 257, 258, 513].includes(number))
        seen.push((await audit(inputs(service.publish()))).pin)
      service.show('add', number)
    }
    const now = service.publish()
    for (const pinned of seen)
      assert.equal((await audit(inputs(now, pinned))).grownBy, 600 - pinned.size)
    assert.deepEqual(
      seen.map(({ size }) => size),
      [0, 1, 200, 256, 257, 512],
    )
  })

  it('An audit passes if the host changed its name but not its key', async () => {
    const moved = fill(createFakeService(signer, 'elsewhere.example/log')).publish()
    const { origin, pin: next } = await audit(inputs(moved, pin))
    assert.equal(origin, 'elsewhere.example/log')
    assert.equal(next.key, signer.vkey('elsewhere.example/log'))
  })

  it('An audit reports its progress', async () => {
    const told: [number, number][] = []
    await audit({ ...inputs(files), onProgress: (done, total) => told.push([done, total]) })
    assert.deepEqual(told, [
      [256, 307],
      [307, 307],
    ])
  })

  it('An audit ignores fields that no commitment covers', async () => {
    const particulars = alter<{ reviews: { source_url: string }[] }>(
      files,
      '/reviews.json',
      ({ reviews }) => {
        reviews[0]!.source_url = 'https://google.example/other'
      },
    )
    await audit(inputs(particulars))
  })
})

describe('An audit of entries of version 2', () => {
  function second() {
    const service = createFakeService(signer)
    service.verifyAs('platform')
    service.show('add', 1)
    service.show('add', 2, { incentive: true })
    return service
  }
  const showLevel = (files: Files, level: Level) =>
    alter<Dataset>(files, '/reviews.json', ({ reviews }) => {
      reviews[0]!.verification.level = level
    })

  it('Entries of both versions are checked', async () => {
    const service = createFakeService(signer)
    service.show('add', 1)
    service.verifyAs('invited')
    service.show('add', 2)
    assert.equal((await audit(inputs(service.publish()))).entries, 2)
  })

  it('A level that neither the entry nor a rule gives is found', async () => {
    await assertFails(
      inputs(showLevel(second().publish(), 'transaction')),
      'content',
      /another way/,
    )
  })

  it('A level may follow from a rule that was logged later, but not from an earlier one', async () => {
    const service = second()
    service.rule('yelp', 'transaction')
    const other = showLevel(service.publish(), 'transaction')
    await assertFails(inputs(other), 'content', /another way/)
    service.rule('google', 'transaction')
    const { rules } = await audit(inputs(showLevel(service.publish(), 'transaction')))
    assert.deepEqual(
      rules.map(({ rule }) => [rule.source, rule.level]),
      [
        ['yelp', 'transaction'],
        ['google', 'transaction'],
      ],
    )
    service.show('edit', 1)
    await assertFails(inputs(showLevel(service.publish(), 'transaction')), 'content', /another way/)
  })

  it('After a rule was removed, a review is only known to be from its platform', async () => {
    const service = createFakeService(signer)
    service.verifyAs('transaction')
    service.show('add', 1)
    service.rule('google', null)
    await audit(inputs(showLevel(service.publish(), 'platform')))
    await assertFails(inputs(showLevel(service.publish(), 'invited')), 'content', /another way/)
  })

  it('A hidden reward and a changed opening are found', async () => {
    const files = second().publish()
    const silent = alter<Dataset>(files, '/reviews.json', ({ reviews }) => {
      reviews[1]!.incentive = null
    })
    await assertFails(inputs(silent), 'content', /incentive/)
    const other = alter<{ openings: Record<string, Opening> }>(
      showLevel(files, 'invited'),
      '/log/openings.json',
      ({ openings }) => {
        openings[idOf(1)]!.level = 'invited'
      },
    )
    await assertFails(inputs(other), 'content', /level was changed/)
  })

  it('An entry that is dated before the one it follows is found', async () => {
    const service = second()
    Object.assign(service.entries[1]!, { at: '2026-03-14T08:59:59.000Z' })
    await assertFails(inputs(service.publish()), 'history', /before the entry that it follows/)
  })
})

describe('An audit of a log that was tampered with', () => {
  const changedEntry = (path: string, number: number): Files => {
    const bytes = Buffer.from(files.get(path)!)
    const at = bytes.indexOf('"revision":1', bytes.indexOf(idOf(number))) + '"revision":'.length
    return new Map(files).set(path, flipBit(bytes, at * 8 + 1))
  }

  it('An audit names the entry that was changed, at either end of a bundle too', async () => {
    for (const [path, number] of [
      ['/log/tile/entries/000', 1],
      ['/log/tile/entries/000', 256],
      [LAST_BUNDLE, 257],
      [LAST_BUNDLE, 299],
    ] as const)
      await assertFails(
        inputs(changedEntry(path, number)),
        'tampered',
        new RegExp(`^Entry ${number} of the log is not what was signed`),
      )
  })

  it('An audit finds a changed entry even if the leaf hashes cannot be read', async () => {
    const changed = changedEntry(LAST_BUNDLE, 299)
    changed.delete('/log/tile/0/000')
    await assertFails(
      inputs(changed),
      'tampered',
      /^The 307 entries of the log are not what was signed/,
    )
  })

  it('An audit finds any flipped bit in a bundle', async () => {
    const bytes = files.get(LAST_BUNDLE)!
    for (let bit = 0; bit < bytes.length * 8; bit += 4801) {
      const changed = new Map(files).set(LAST_BUNDLE, flipBit(bytes, bit))
      await assertFails(inputs(changed), 'tampered', /./)
    }
  })

  it('An audit finds changed entries even if the hashes were changed too', async () => {
    const lie = fill(createFakeService(signer))
    Object.assign(lie.entries[298]!, { revision: 2 })
    const changed = new Map([...lie.publish(), ['/log/checkpoint', files.get('/log/checkpoint')!]])
    await assertFails(
      inputs(changed),
      'tampered',
      /^The 307 entries of the log are not what was signed/,
    )
  })

  it('An audit finds entries missing from a bundle or added to it', async () => {
    const [full, last] = [files.get('/log/tile/entries/000')!, files.get(LAST_BUNDLE)!]
    const long = new Map(files).set(LAST_BUNDLE, full)
    await assertFails(inputs(long), 'tampered', /001\.p\/51 holds 256 entries instead of 51/)
    const short = new Map(files).set('/log/tile/entries/000', last)
    await assertFails(inputs(short), 'tampered', /000 holds 51 entries instead of 256/)
  })

  it('An audit rejects a checkpoint with a wrong signature', async () => {
    const note = Buffer.from(files.get('/log/checkpoint')!).toString().replace('\n307\n', '\n306\n')
    await assertFails(
      inputs(new Map(files).set('/log/checkpoint', Buffer.from(note))),
      'signature',
      /is wrong/,
    )
  })

  it('An audit rejects another key than at the last check', async () => {
    const other = fill(createFakeService()).publish()
    await assertFails(inputs(other, pin), 'key', /another key/)
  })

  it('An audit finds that history was cut', async () => {
    const shorter = createFakeService(signer)
    for (let number = 1; number <= 300; number++) shorter.show('add', number)
    await assertFails(
      inputs(shorter.publish(), pin),
      'fork',
      /has 300 entries, but at the last check it had 307/,
    )
  })

  it('An audit finds that history was rewritten, however much it grew since', async () => {
    const other = createFakeService(signer)
    for (const number of [999, 998]) other.show('add', number)
    fill(other)
    await assertFails(inputs(other.publish(), pin), 'fork', /first 307 entries .* was rewritten/)
    const sameSize = fill(createFakeService(signer))
    sameSize.entries[0]!.at = '2020-01-01T00:00:00Z'
    await assertFails(inputs(sameSize.publish(), pin), 'fork', /was rewritten/)
  })
})

describe('An audit of a history that contradicts itself', () => {
  const spoiled = (spoil: (service: FakeService) => void): Files => {
    const service = fill(createFakeService(signer))
    spoil(service)
    return service.publish()
  }

  it('An audit finds an operation that cannot follow', async () => {
    await assertFails(
      inputs(spoiled(one => one.show('add', 7))),
      'history',
      /Entry 308 .*"add".* was shown before/,
    )
    await assertFails(
      inputs(spoiled(one => one.show('edit', 3))),
      'history',
      /"edit".* was withheld before/,
    )
    await assertFails(
      inputs(spoiled(one => one.show('restore', 6))),
      'history',
      /"restore".* was erased before/,
    )
  })

  it('An audit finds missing and duplicate sequence numbers', async () => {
    await assertFails(
      inputs(
        spoiled(({ entries }) => {
          entries[9]!.seq = 9
        }),
      ),
      'history',
      /Entry 10 .* number is 9 and should be 10/,
    )
  })

  it('An audit finds an entry that is not valid', async () => {
    const leaves = fill(createFakeService(signer)).entries.map(encodeEntry)
    const log = logFiles(leaves.with(299, Buffer.from('{"rating":1}')), signer)
    await assertFails(
      inputs(new Map([...files, ...log])),
      'history',
      /^Entry 300 of the log: It has no valid/,
    )
  })
})

describe('An audit of reviews that are not those of the log', () => {
  const served = (change: (dataset: Dataset) => void) =>
    inputs(alter(files, '/reviews.json', change))

  it('An audit finds a review that was dropped', async () => {
    await assertFails(served(drop(299)), 'missing', new RegExp(`${idOf(299)}.* dropped`))
  })

  it('An audit finds a review that was dropped even if the counts were adjusted', async () => {
    const change = (dataset: Dataset) => {
      drop(299)(dataset)
      dataset.history = { ...dataset.history, ever_published: 299, shown: 296 }
    }
    await assertFails(served(change), 'missing', new RegExp(idOf(299)))
  })

  it('An audit finds a review that is not, or no longer, shown in the log', async () => {
    for (const number of [3, 5, 6, 301])
      await assertFails(
        served(({ reviews }) => reviews.push({ ...reviews[0]!, id: idOf(number) })),
        'extra',
        new RegExp(idOf(number)),
      )
  })

  it('An audit finds a review that is shown twice', async () => {
    await assertFails(
      served(({ reviews }) => reviews.push(reviews[9]!)),
      'extra',
      /shown twice/,
    )
  })

  it('An audit finds any change of a review’s content', async () => {
    const changes: ((review: Dataset['reviews'][number]) => void)[] = [
      review => Object.assign(review, { rating: 5 }),
      review => Object.assign(review, { author: 'Nobody' }),
      review => Object.assign(review, { date: '2026-03-13' }),
      review => Object.assign(review, { text: 'All was well.' }),
      review => Object.assign(review, { text: null }),
      review => Object.assign(review, { source: 'yelp' }),
      review => Object.assign(review, { owner_reply: { text: 'Thanks.', date: '2026-03-15' } }),
      review => Object.assign(review, { rating: String(review.rating) }),
      review => Reflect.deleteProperty(review, 'text'),
    ]
    for (const change of changes)
      await assertFails(
        served(({ reviews }) => change(reviews.find(({ id }) => id === idOf(8))!)),
        'content',
        new RegExp(`${idOf(8)} does not say what entry 8 .* recorded`),
      )
  })

  it('An audit finds a changed review anywhere in the dataset', async () => {
    const count = JSON.parse(Buffer.from(files.get('/reviews.json')!).toString()).reviews.length
    for (const index of [0, 255, 256, count - 1])
      await assertFails(
        served(({ reviews }) => {
          reviews[index]!.author = 'Nobody'
        }),
        'content',
        /does not say what entry \d+ of the log recorded/,
      )
  })

  it('An audit finds an older text that was put back', async () => {
    await assertFails(
      served(({ reviews }) => {
        reviews.find(({ id }) => id === idOf(1))!.text = 'Review "1" {[\\é😀'
      }),
      'content',
      /entry 301/,
    )
  })

  it('An audit finds an opening that is missing, of another entry, or malformed', async () => {
    const opened = (change: (openings: Record<string, Opening>) => void) =>
      inputs(
        alter<{ openings: Record<string, Opening> }>(files, '/log/openings.json', one =>
          change(one.openings),
        ),
      )
    await assertFails(
      opened(all => Reflect.deleteProperty(all, idOf(8))),
      'content',
      /no opening of entry 8/,
    )
    await assertFails(
      opened(all => Object.assign(all[idOf(8)]!, { seq: 7 })),
      'content',
      /no opening of entry 8/,
    )
    for (const salt of ['', 'AAAA', null, all32(0)])
      await assertFails(
        opened(all => Object.assign(all[idOf(8)]!, { salt })),
        'content',
        /does not say/,
      )
  })

  it('An audit finds counts that differ from those of the log', async () => {
    const lies: Partial<Dataset['history']>[] = [
      { ever_published: 299 },
      { shown: 298 },
      { withheld: {} },
      { removed: { source_removed: 2 } },
    ]
    for (const lie of lies)
      await assertFails(
        served(({ history }) => Object.assign(history, lie)),
        'counts',
        /300 ever published, 297 shown, 1 gone at the source \(says the business\), 1 withheld, 1 erased on request/,
      )
    await assertFails(
      served(one => Object.assign(one, { history: null })),
      'counts',
      /history counts/,
    )
    await assertFails(
      served(one => Reflect.deleteProperty(one, 'history')),
      'unreadable',
      /no "history"/,
    )
  })
})

describe('An audit that cannot read', () => {
  it('An audit says what it could not read, and reports nothing else', async () => {
    for (const path of [
      '/log/key',
      '/log/checkpoint',
      '/log/openings.json',
      '/reviews.json',
      LAST_BUNDLE,
    ]) {
      const without = new Map(files)
      without.delete(path)
      await assertFails(
        inputs(without),
        'unreadable',
        new RegExp(`^${path} cannot be read: The answer was 404`),
      )
    }
  })

  it('An audit keeps the cause of a failed read', async () => {
    const broken = new Error('The connection broke off.')
    const get = (path: string) =>
      path === '/reviews.json' ? Promise.reject(broken) : inputs(files).get(path)
    await assert.rejects(audit({ ...inputs(files), get }), { code: 'unreadable', cause: broken })
  })

  it('An audit reports what it found even if the service fails right afterwards', async () => {
    const spoiled = inputs(alter(files, '/reviews.json', drop(299)))
    let isDown = false
    const get = (path: string) => {
      if (isDown) return Promise.reject(new Error('The connection broke off.'))
      isDown = path === '/reviews.json'
      return spoiled.get(path)
    }
    await assertFails({ ...spoiled, get }, 'missing', /dropped/)
    assert.ok(isDown)
  })

  it('An audit says that a document is malformed', async () => {
    for (const path of ['/reviews.json', '/log/openings.json'])
      for (const text of [
        '',
        '[]',
        '{}',
        '<html>',
        '{"reviews":{"a":{}},"openings":7}',
        '{"reviews":[null],"openings":[]}',
      ])
        await assertFails(
          inputs(new Map(files).set(path, Buffer.from(text))),
          'unreadable',
          new RegExp(`^${path}`),
        )
  })

  it('An audit starts over if the log grew in the meantime', async () => {
    const service = fill(createFakeService(signer))
    const before = service.publish()
    service.hide('withhold', 9, 'spam')
    service.show('add', 301)
    const after = service.publish()
    for (const path of [LAST_BUNDLE, '/log/openings.json', '/reviews.json']) {
      let now = before
      const get = (wanted: string) => {
        if (wanted === path) now = after
        return inputs(now).get(wanted)
      }
      const { entries } = await audit({ ...inputs(before, pin), get })
      assert.equal(entries, 309, `changed before ${path} was read`)
    }
  })

  it('An audit gives up on a service that keeps changing', async () => {
    const service = createFakeService(signer)
    let reads = 0
    const get = (path: string) => {
      if (path === '/reviews.json') service.show('add', ++reads)
      return inputs(service.publish()).get(path)
    }
    await assertFails({ ...inputs(new Map()), get }, 'changing', /3 times in a row/)
    assert.equal(reads, 3)
  })

  it('An audit never takes a fork for a change', async () => {
    const other = createFakeService(signer)
    other.show('add', 1)
    const get = (path: string) => {
      if (path === '/log/checkpoint') other.show('add', other.entries.length + 1)
      return inputs(other.publish()).get(path)
    }
    await assertFails({ ...inputs(new Map(), pin), get }, 'fork', /cut/)
  })

  it('An audit does not blame the service if the client cannot verify signatures', async t => {
    t.mock.method(globalThis.crypto.subtle, 'importKey', () => Promise.reject(new Error('unknown')))
    await assertFails(inputs(files), 'unsupported', /cannot be checked here/)
  })
})

const all32 = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
