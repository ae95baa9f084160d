/** Plays a dishonest owner over random histories: every lever must be named by a first check, a returning check, or whoever compares two checkpoints. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { mergeRows } from '../../../src/ingest/merge/merge-rows.ts'
import { AuditFailure, audit, type Pin } from '../../../src/ledger/audit.ts'
import { webSha256 } from '../../../src/ledger/encoding.ts'
import type { History } from '../../../src/model/change.ts'
import { ListArgs } from '../../../src/model/search.ts'
import { createLogSigning } from '../../../src/publish/documents/log-checkpoint.ts'
import { openSnapshot, type Snapshot, type SnapshotParts } from '../../../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../../../src/publish/snapshot-builder.ts'
import { listDocuments } from '../../../src/serve/render-documents.ts'
import { ON_DEMAND_PAGES } from '../../../src/site/pages/on-demand-pages.ts'
import type { Store } from '../../../src/store/store.ts'
import { loadRememberingEngine } from '../../kit/remembering-engine.ts'
import { business, type Row, rows } from '../../kit/rows.ts'
import { openMemoryStore } from '../../kit/snapshot-builder.ts'
import { validRows } from '../../kit/valid-rows.ts'

const RUNS = Number(process.env.FUZZ ?? 1) > 1 ? 1000 : 50
const BASE_URL = 'https://reviews.example'
const NOW = '2026-11-15T12:00:00.000Z'

type Get = (path: string) => Promise<Uint8Array>

/** A site in this process: its store, and what it serves now. */
interface Site {
  store: Store
  /** The time of what the store writes. */
  clock: { now: string }
  setBusiness(file: object): Promise<void>
  take(list: Row[]): Promise<void>
  publish(): Promise<Get>
}

/** `key` makes it sign as another site does. */
async function openSite(t: Pick<TestContext, 'after'>, key?: Uint8Array): Promise<Site> {
  let number = 0
  const clock = { now: NOW }
  const store = await openMemoryStore(t, {
    now: () => clock.now,
    // No two salts are alike, and the key of a log is what its seed makes it.
    randomBytes: size => Buffer.alloc(size, `${Math.random()}-${++number}`),
  })
  const setBusiness = (file: object) =>
    store.write(writer => writer.setBusiness(parseBusinessFile(JSON.stringify(file))))
  await setBusiness(business)
  const builder = createSnapshotBuilder({
    ...{ store, baseUrl: BASE_URL, engine: await loadRememberingEngine() },
    ...createLogSigning(key ?? (await store.logKey()), await store.logOrigin(BASE_URL)),
  })
  return {
    store,
    clock,
    setBusiness,
    take: async list => void (await store.write(writer => mergeRows(validRows(list), writer, NOW))),
    publish: async () => serve(await openAll((await builder.build())!.parts)),
  }
}

async function openAll(parts: SnapshotParts): Promise<Snapshot> {
  const snapshot = openSnapshot(parts, async shown => listDocuments(shown))
  await snapshot.renderAll()
  return snapshot
}

function serve(snapshot: Snapshot): Get {
  return async path => {
    const page = /^\/reviews\?page=(\d+)$/.exec(path)?.[1]
    if (page)
      return Buffer.from(ON_DEMAND_PAGES.reviews(snapshot, ListArgs.parse({ page: Number(page) })))
    if (path.startsWith('/log/tile/')) return snapshot.log.tile(path.slice('/log/'.length))!
    const found = snapshot.representations.get(path)
    if (!found) throw new Error('404')
    return found.identity.body
  }
}

interface Checked {
  code: string | null
  pin: Pin | null
}

const allPages = (pages: number) => Array.from({ length: pages }, (_, index) => index + 1)

async function check(get: Get, pinned: Pin | null = null): Promise<Checked> {
  try {
    const { pin } = await audit({ get, hash: webSha256, pinned, choosePages: allPages })
    return { code: null, pin }
  } catch (error) {
    assert.ok(error instanceof AuditFailure, String(error))
    return { code: error.code, pin: null }
  }
}

const historyOf = async (get: Get): Promise<History> =>
  JSON.parse(Buffer.from(await get('/reviews.json')).toString()).history

/** Changes one document on its way to the visitor. */
const altering =
  (get: Get, path: RegExp, change: (text: string) => string): Get =>
  async wanted =>
    path.test(wanted)
      ? Buffer.from(change(Buffer.from(await get(wanted)).toString()))
      : await get(wanted)

interface World {
  t: Pick<TestContext, 'after'>
  site: Site
  list: Row[]
  /** What was served before the owner cheated, and what a visitor keeps of it. */
  before: Get
  pin: Pin
  bad: number
}

/** Returns what is served afterwards. */
type Lever = (world: World) => Promise<Get>

const reviewsJson = /^\/reviews\.json$/
const edit = (text: string, change: (dataset: { reviews: Row[]; history: Row }) => void) => {
  const dataset = JSON.parse(text)
  change(dataset)
  return JSON.stringify(dataset)
}

/** Each lever with what a first check, and a check by someone who looked before, must say about it. */
const CAUGHT: Record<string, { pull: Lever; first: string | null; returning: string }> = {
  'drops a review from the data': {
    pull: async ({ before, bad }) =>
      altering(before, reviewsJson, text =>
        edit(text, ({ reviews }) => void reviews.splice(bad, 1)),
      ),
    first: 'missing',
    returning: 'missing',
  },
  'changes the stars in the data': {
    pull: async ({ before, bad }) =>
      altering(before, reviewsJson, text =>
        edit(text, ({ reviews }) => {
          reviews[bad]!.rating = (Number(reviews[bad]!.rating) % 5) + 1
        }),
      ),
    first: 'content',
    returning: 'content',
  },
  'changes the words in the data': {
    pull: async ({ before, bad }) =>
      altering(before, reviewsJson, text =>
        edit(text, ({ reviews }) => {
          reviews[bad]!.text = 'Wonderful.'
        }),
      ),
    first: 'content',
    returning: 'content',
  },
  'shows a customer as verified in the data only': {
    pull: async ({ before, bad }) =>
      altering(before, reviewsJson, text =>
        edit(text, ({ reviews }) => {
          reviews[bad]!.verification = { level: 'transaction', method: null, basis: 'link' }
        }),
      ),
    first: 'content',
    returning: 'content',
  },
  'denies in the data that a review was given for a reward': {
    pull: async ({ before, bad }) =>
      altering(before, reviewsJson, text =>
        edit(text, ({ reviews }) => {
          reviews[bad]!.incentive = false
        }),
      ),
    first: 'content',
    returning: 'content',
  },
  'claims in the openings that a rule gave another level': {
    pull: async ({ before }) =>
      altering(before, /^\/log\/openings\.json$/, text =>
        text.replace('"level":"platform"', '"level":"transaction"'),
      ),
    first: 'content',
    returning: 'content',
  },
  'invents a review in the data': {
    pull: async ({ before, bad }) =>
      altering(before, reviewsJson, text =>
        edit(text, ({ reviews }) => {
          reviews.push({ ...reviews[bad]!, id: '01M3ZGYZ00XMG5Y6KGASKS562N' })
        }),
      ),
    first: 'extra',
    returning: 'extra',
  },
  'counts fewer removals': {
    pull: async ({ before }) =>
      altering(before, reviewsJson, text =>
        edit(text, ({ history }) => {
          history.ever_published = Number(history.ever_published) + 1
        }),
      ),
    first: 'counts',
    returning: 'counts',
  },
  'hides a review on a page': {
    pull: async ({ before }) =>
      altering(before, /^\/reviews\?page=1$/, text =>
        text.replace(/<article\b.*?<\/article>/s, ''),
      ),
    first: 'page',
    returning: 'page',
  },
  'shows a better rating on the home page': {
    pull: async ({ before }) =>
      altering(before, /^\/$/, text =>
        text.replace(/(class="(?:score|few)"><strong[^>]*>)[\d.,]+/, '$15.1'),
      ),
    first: 'page',
    returning: 'page',
  },
  'starts over with a new key': {
    async pull({ t, list }) {
      const other = await openSite(t)
      await other.take(list.filter(row => Number(row.rating) > 2))
      return await other.publish()
    },
    first: null,
    returning: 'key',
  },
  'rewrites the history under the same key': {
    async pull({ t, site, list }) {
      const other = await openSite(t, await site.store.logKey())
      await other.take(list.map(row => ({ ...row, rating: 5 })))
      return await other.publish()
    },
    first: null,
    returning: 'fork',
  },
}

const world = fc.record({
  count: fc.integer({ min: 3, max: 30 }),
  edits: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 5 })), { maxLength: 5 }),
  removed: fc.uniqueArray(fc.nat({ max: 29 }), { maxLength: 2 }),
  bad: fc.nat(),
})

async function makeWorld(
  t: Pick<TestContext, 'after'>,
  given: typeof world extends fc.Arbitrary<infer T> ? T : never,
): Promise<World> {
  const { count, edits, removed, bad } = given
  const site = await openSite(t)
  const list = rows(count, number => ({ rating: 1 + ((7 * number + bad) % 5) }))
  await site.take(list)
  for (const [which, rating] of edits) await site.take([{ ...list[which % count]!, rating }])
  const shown = (await site.store.changesSince(0)).shown.map(({ id }) => id)
  for (const number of removed.filter(one => one < count - 1))
    await site.store.write(async writer =>
      writer.withhold((await writer.find(shown[number]!))!, 'spam'),
    )
  const before = await site.publish()
  const { code, pin } = await check(before)
  assert.equal(code, null)
  const { reviews } = JSON.parse(Buffer.from(await before('/reviews.json')).toString())
  return { t, site, list, before, pin: pin!, bad: bad % reviews.length }
}

describe('A dishonest owner', () => {
  it('Every lever is named by a first or a returning check, over random histories', async t => {
    const levers = Object.entries(CAUGHT)
    let run = 0
    await fc.assert(
      fc.asyncProperty(world, async given => {
        const closing: (() => unknown)[] = []
        const after = { after: (close: () => unknown) => void closing.push(close) } as Pick<
          TestContext,
          'after'
        >
        const made = await makeWorld(after, given)
        // One after the other, so that no run lacks one.
        const [name, { pull, first, returning }] = levers[run++ % levers.length]!
        const served = await pull(made)
        assert.equal((await check(served)).code, first, name)
        assert.equal((await check(served, made.pin)).code, returning, name)
        for (const close of closing) await close()
      }),
      { numRuns: RUNS, seed: 26 },
    )
    t.diagnostic(`${RUNS} histories`)
  })

  it('Restoring an old copy is a fork for whoever looked in between', async t => {
    const site = await openSite(t)
    await site.take(rows(3))
    const old = await site.publish()
    await site.take(rows(5))
    const { pin } = await check(await site.publish())
    assert.equal((await check(old)).code, null)
    assert.equal((await check(old, pin)).code, 'fork')
  })

  it('Two histories under one key have two roots for the same size, which whoever compares them sees', async t => {
    const site = await openSite(t)
    const other = await openSite(t, await site.store.logKey())
    await site.take(rows(4))
    await other.take(rows(4, () => ({ rating: 5 })))
    const [one, two] = [await check(await site.publish()), await check(await other.publish())]
    assert.deepEqual([one.code, two.code], [null, null])
    assert.equal(one.pin!.key, two.pin!.key)
    assert.equal(one.pin!.size, two.pin!.size)
    assert.notEqual(one.pin!.root, two.pin!.root)
  })

  it('A withheld one-star review, changed stars, and what was left out have figures for a first-time visitor', async t => {
    const site = await openSite(t)
    await site.take(rows(5))
    await site.take([{ ...rows(2)[1]!, rating: 5 }])
    const first = (await site.store.changesSince(0)).shown.find(
      ({ content }) => content.rating === 1,
    )!
    await site.store.write(async writer => {
      await writer.withhold(first, 'spam')
      await writer.noteSourceTotals([
        {
          source: 'google',
          review_count: 75,
          rating_value: 3.1,
          at: NOW,
          url: null,
          stated_by: 'export',
        },
      ])
    })
    const get = await site.publish()
    const { removals, star_changes, source_totals, shown } = await historyOf(get)
    assert.deepEqual(removals, [
      { reason: 'spam', month: '2026-11', source: 'google', stars: 1, count: 1 },
    ])
    assert.equal(star_changes.count, 1)
    assert.ok(source_totals[0]!.review_count > shown)
    const home = Buffer.from(await get('/')).toString()
    assert.match(home, /1 removed here since/)
    assert.match(home.replaceAll(/<[^>]+>/g, ''), /4 of the 75 on Google/)
  })

  it('A review that was removed for a time and shown again takes “still here” from the page', async t => {
    const site = await openSite(t)
    await site.take(rows(5))
    const [first] = (await site.store.changesSince(0)).shown
    await site.store.write(async writer => {
      await writer.withhold(first!, 'spam')
      await writer.restore((await writer.find(first!.id))!)
    })
    const get = await site.publish()
    const textOf = async (path: string) =>
      Buffer.from(await get(path))
        .toString()
        .replaceAll(/<[^>]+>/g, '')
    assert.equal((await historyOf(get)).shown_again, 1)
    const home = await textOf('/')
    assert.match(home, /1 removed here for a time since/)
    assert.doesNotMatch(home, /are still here/)
    assert.match(
      await textOf('/policy'),
      /1 of them was removed for a time\. Its own page says when and why\./,
    )
  })

  it('A site whose reviews were all removed is still compared with its total', async t => {
    const site = await openSite(t)
    await site.take([
      ...rows(3),
      { ...rows(4)[3]!, source: 'yelp', source_url: 'https://www.yelp.com/biz/test' },
    ])
    const ofYelp = (await site.store.changesSince(0)).shown.find(one => one.source === 'yelp')!
    await site.store.write(async writer => {
      await writer.withhold(ofYelp, 'spam')
      await writer.noteSourceTotals([
        {
          source: 'yelp',
          review_count: 6,
          rating_value: 1.5,
          at: NOW,
          url: null,
          stated_by: 'owner',
        },
      ])
    })
    const get = await site.publish()
    const textOf = async (path: string) =>
      Buffer.from(await get(path))
        .toString()
        .replaceAll(/<[^>]+>/g, '')
    assert.match(
      await textOf('/policy'),
      /Yelp: 0 here of 6 there, as of Nov 15, 2026 \(according to the business\)\./,
    )
    assert.match(
      await textOf('/'),
      /0 of the 6 on Yelp, as of Nov 15, 2026 \(according to the business\)/,
    )
  })

  it('A rule that makes all reviews of a source verified customers is named by the first check and on the policy page', async t => {
    const site = await openSite(t)
    await site.take(rows(4))
    const { pin } = await check(await site.publish())
    await site.setBusiness({ ...business, verification: { google: { level: 'transaction' } } })
    const get = await site.publish()
    const { reviews } = JSON.parse(Buffer.from(await get('/reviews.json')).toString())
    assert.equal(reviews[0].verification.level, 'transaction')
    const { rules, grownBy } = await audit({ get, hash: webSha256, pinned: pin })
    assert.deepEqual(
      rules.map(({ rule }) => rule),
      [{ source: 'google', level: 'transaction', method: null }],
    )
    assert.equal(grownBy, 1)
    const policy = Buffer.from(await get('/policy')).toString()
    assert.match(
      policy,
      /Google: since Nov 15, 2026 the business says that these reviews are by customers/,
    )
  })

  it("A table of the owner's own under the name of a platform is not shown, or shown as the owner's word", async t => {
    const site = await openSite(t)
    const typed = (number: number) => ({
      source: 'squarespace',
      source_url: null,
      source_id: `s${number}`,
    })
    await site.take(rows(3, typed))
    assert.equal((await historyOf(await site.publish())).shown, 0)
    await site.take(rows(3, number => ({ ...typed(number), verification: { level: 'invited' } })))
    const get = await site.publish()
    const { reviews } = JSON.parse(Buffer.from(await get('/reviews.json')).toString())
    assert.deepEqual(
      reviews.map(({ verification }: { verification: { level: string; basis: string } }) => [
        verification.level,
        verification.basis,
      ]),
      Array.from({ length: 3 }, () => ['invited', 'owner']),
    )
    const page = Buffer.from(await get('/reviews?page=1')).toString()
    assert.equal(page.match(/The business says it was posted on Squarespace</g)!.length, 3)
    assert.equal((await check(get)).code, null)
  })

  it('A clock set back a hundred days dates no entry before the last', async t => {
    const site = await openSite(t)
    await site.take(rows(3))
    site.clock.now = '2026-08-07T12:00:00.000Z'
    await site.take(rows(5))
    const { entries } = await site.store.changesSince(0)
    assert.deepEqual([...new Set(entries.map(({ at }) => at))], [NOW])
    assert.equal((await check(await site.publish())).code, null)
  })
})
