import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ChangeOp, LedgerEntry } from '../../../../src/model/change.ts'
import type { Review } from '../../../../src/model/review.ts'
import type { ChangeList, FeedContext } from '../../../../src/publish/documents/feed-entries.ts'
import {
  type FeedPage,
  feedPageOfChanges,
  feedPageOfReviews,
} from '../../../../src/publish/documents/feed-page.ts'
import { runs } from '../../../kit/runs.ts'

const CONTEXT = {
  baseUrl: 'https://reviews.example',
  business: { id: 'plumber', name: 'Plumber' },
  locale: 'en-US',
} as FeedContext

const idOf = (number: number) => `01KKMT9200${String(number).padStart(16, '0')}`
const REMOVALS: ChangeOp[] = ['withhold', 'gone_at_source', 'erase']

const review = (number: number) =>
  ({
    id: idOf(number),
    author: `Author ${number}`,
    rating: 4,
    date: '2026-03-14',
    text: `Text ${number}.`,
    owner_reply: null,
    updated_at: '2026-03-15T00:00:00.000Z',
  }) as Review

/** A valid history: each number says which review is next, and whether it is removed. */
function logOf(steps: { about: number; removes: boolean }[]): ChangeList {
  const shown = new Map<number, boolean>()
  const entries = steps.map(({ about, removes }, index): LedgerEntry => {
    const before = shown.get(about)
    const op = before === undefined ? 'add' : before ? (removes ? 'withhold' : 'edit') : 'restore'
    shown.set(about, op !== 'withhold')
    return {
      seq: index + 1,
      op,
      at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
      review_id: idOf(about),
      revision: 1,
      reason: op === 'withhold' ? 'spam' : null,
      commitment: null,
    }
  })
  return {
    log: {
      size: entries.length,
      anyEntry: seq => entries[seq - 1]!,
      entriesAfter: (seq, limit) => entries.slice(seq, seq + limit),
      entriesAbout: id => entries.filter(entry => entry.review_id === id),
    },
    reviewOf(id) {
      const number = Number(id.slice(10))
      return shown.get(number) ? review(number) : null
    },
  }
}

/** Follows the links from the first page to the last. */
function followChanges(list: ChangeList): FeedPage[] {
  const pages = [feedPageOfChanges(CONTEXT, list)]
  while (pages.at(-1)!.links.next)
    pages.push(feedPageOfChanges(CONTEXT, list, Number(pages.at(-1)!.links.next)))
  return pages
}

const anyLog = fc
  .array(fc.record({ about: fc.nat(60), removes: fc.boolean() }), { maxLength: 420, size: 'max' })
  .map(logOf)

describe('The pages of all changes', () => {
  it('The pages of all changes together are the log, the latest entry first, 100 a page', () => {
    fc.assert(
      fc.property(anyLog, list => {
        const pages = followChanges(list)
        const entries = pages.flatMap(page => page.entries)
        const { size } = list.log
        assert.deepEqual(
          entries.map(({ change }) => change),
          list.log.entriesAfter(0, size).toReversed(),
        )
        assert.ok(pages.slice(0, -1).every(page => page.entries.length === 100))
        assert.equal(new Set(entries.map(({ ids }) => ids.atom)).size, size)
        for (const { ids, change } of entries)
          assert.equal(Number(ids.json.slice(-12)), change!.seq)
      }),
      runs(30),
    )
  })

  it('A change shows the review as it is now, and nothing of one that has been removed', () => {
    fc.assert(
      fc.property(anyLog, list => {
        for (const { review, title, text, change } of followChanges(list).flatMap(
          page => page.entries,
        )) {
          const isHidden =
            REMOVALS.includes(change!.op) || list.reviewOf(change!.review_id) === null
          assert.equal(review === null, isHidden)
          assert.equal(/Author|Text/.test(title + text), !isHidden, title)
          assert.ok(!isHidden || text.includes('Reason: Spam or advertising.'), text)
        }
      }),
      runs(30),
    )
  })

  it('The pages of all changes link to each other in both directions', () => {
    fc.assert(
      fc.property(anyLog, list => {
        const pages = followChanges(list)
        if (pages.length === 1) return assert.deepEqual(pages[0]!.links, {})
        const starts = pages.map(({ start }) => start)
        for (const [number, { links }] of pages.entries()) {
          assert.deepEqual([links.first, links.last], [null, starts.at(-1)])
          assert.deepEqual([links.previous, links.next], [starts[number - 1], starts[number + 1]])
        }
      }),
      runs(10),
    )
  })

  it('A page of changes stays the same when entries are added', () => {
    const steps = Array.from({ length: 350 }, (_, about) => ({ about, removes: false }))
    const page = (length: number) => feedPageOfChanges(CONTEXT, logOf(steps.slice(0, length)), 150)
    assert.deepEqual(page(350).entries, page(170).entries)
    assert.equal(page(350).links.next, '50')
  })

  it('The entries about a review are dated by its removal and by its return, and an edit dates no other entry', () => {
    const steps = [false, false, true, false].map(removes => ({ about: 1, removes }))
    const minutesOf = (count: number) =>
      feedPageOfChanges(CONTEXT, logOf(steps.slice(0, count))).entries.map(({ updated }) =>
        updated.slice(14, 16),
      )
    assert.deepEqual(minutesOf(2), ['01', '00'])
    assert.deepEqual(minutesOf(3), ['02', '02', '02'])
    assert.deepEqual(minutesOf(4), ['03', '03', '03', '03'])
  })
})

describe('The pages of reviews', () => {
  const list = (count: number) => ({ count, idAt: idOf, reviewAt: review })

  it('The pages of reviews together have every review once, 50 a page', () => {
    for (const count of [0, 1, 50, 51, 100, 149]) {
      const starts = [0]
      const ids: string[] = []
      for (const position of starts) {
        const { entries, links } = feedPageOfReviews(CONTEXT, list(count), position)
        ids.push(...entries.map(({ reviewId }) => reviewId))
        if (links.next) starts.push(Number(links.next.slice(10)))
      }
      assert.deepEqual(
        ids,
        Array.from({ length: count }, (_, number) => idOf(number)),
      )
      assert.equal(starts.length, Math.max(1, Math.ceil(count / 50)))
    }
  })

  it('A page that begins less than a page after the first leads back to the first', () => {
    const { links } = feedPageOfReviews(CONTEXT, list(120), 30)
    assert.deepEqual(links, { first: null, previous: null, next: idOf(80), last: idOf(80) })
  })
})
