import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { HiddenReason } from '../../../../src/actions/import/import-report.ts'
import {
  performImport,
  previewImport,
  readImport,
} from '../../../../src/actions/import/perform-import.ts'
import { explainHidden } from '../../../../src/actions/visibility.ts'
import { describeImport } from '../../../../src/cli/import/describe-import.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import { type Row, row, rows } from '../../../kit/rows.ts'
import { openTestStore, type TestStore } from '../../../kit/store.ts'

const direct = (number: number) => ({ source: 'direct', source_id: `d${number}` })

interface Desk extends TestStore {
  preview(rows: unknown, more?: object): ReturnType<typeof previewImport>
  import(rows: unknown, more?: object): ReturnType<typeof performImport>
}

/** An owner's folder, with what the business file says about verification. */
async function openDesk(t: TestContext, verification?: Row): Promise<Desk> {
  const kept = await openTestStore(t)
  const { folder, store } = kept
  const businessFile = join(folder.path, 'business.json')
  if (verification) await folder.write('business.json', { name: 'Test & Sons', verification })
  const options = { businessFile, strict: false, dryRun: false, complete: false, confirm: false }
  return {
    ...kept,
    preview: async (rows, more = {}) =>
      previewImport([await folder.write('reviews.json', rows)], store, { ...options, ...more }),
    import: async (rows, more = {}) => {
      const all = { ...options, ...more }
      return performImport(
        await readImport([await folder.write('reviews.json', rows)], all),
        store,
        all,
      )
    },
  }
}

const reasonsOf = ({ hidden }: Awaited<ReturnType<typeof previewImport>>) =>
  hidden.map(({ reason, source, count }) => [reason, source, count])

describe('What an import says about edits and totals', () => {
  it('Every change of stars and every replaced text is named, other edits are not', async t => {
    const desk = await openDesk(t)
    await desk.import(rows(4))
    const report = await desk.import(
      rows(4, number => ({
        rating: number === 0 ? 5 : 1 + (number % 5),
        text: [
          'Review number 0.',
          'Something else entirely',
          'Review number 2, again.',
          'Review number 3.',
        ][number],
      })),
    )
    assert.deepEqual(
      report.notableEdits.map(({ stars }) => stars),
      [{ from: 1, to: 5 }, null],
    )
    assert.match(
      describeImport(report, 'business.json'),
      /\nedited: the stars of Ada Moreno change from 1 to 5 \([0-9A-Z]{26}\)\. .*\nedited: most of the text of Ada Moreno is replaced/,
    )
  })

  const apify = (count: number, reviewsCount: number) => ({
    reviewId: `a${count}`,
    name: `Customer ${count}`,
    stars: 5,
    text: 'Fine.',
    publishedAtDate: '2026-03-14T00:00:00Z',
    ...{ reviewsCount, totalScore: 4.456, url: 'https://www.google.com/maps/place/1' },
  })

  it('An export that holds fewer reviews than its source says so, and the total is published', async t => {
    const desk = await openDesk(t)
    const report = await desk.import([apify(1, 7), apify(2, 7)])
    assert.match(describeImport(report, ''), /says that google has 7 reviews, and holds 2 of them/)
    const { source_totals } = (await desk.store.changesSince(0)).history
    assert.deepEqual(
      source_totals.map(({ at, ...total }) => total),
      [
        {
          ...{ source: 'google', review_count: 7, rating_value: 4.46, stated_by: 'export' },
          url: 'https://www.google.com/maps/place/1',
        },
      ],
    )
  })

  it('Rows that disagree about the total publish none', async t => {
    const desk = await openDesk(t)
    const report = await desk.import([apify(1, 7), apify(2, 8)])
    assert.match(
      describeImport(report, ''),
      /gives different totals for google, so none of them is published/,
    )
    assert.deepEqual((await desk.store.changesSince(0)).history.source_totals, [])
  })

  it('A total beside the list counts, as the API of Google writes it', async t => {
    const desk = await openDesk(t)
    const review = {
      reviewId: 'g1',
      starRating: 'FIVE',
      createTime: '2026-03-14T00:00:00Z',
      reviewer: { displayName: 'Ada' },
    }
    await desk.import({ reviews: [review], totalReviewCount: 9, averageRating: 4.5 })
    const [total] = (await desk.store.changesSince(0)).history.source_totals
    assert.deepEqual([total?.review_count, total?.rating_value], [9, 4.5])
  })
})

describe('The preview of an import', () => {
  it('A preview counts direct reviews that nothing marks as verified', async t => {
    const desk = await openDesk(t)
    const report = await desk.preview([...rows(4, direct), row()])
    assert.deepEqual(reasonsOf(report), [['no_rule', 'direct', 4]])
    assert.equal(report.hidden[0]!.examples.length, 3)
    assert.match(
      describeImport(report, 'business.json'),
      /^kept but not shown: 4, because nothing says how you know that the people who wrote to you are customers\. To show them, say how you know them: at the desk \(npx --no-install firsthand desk, then Business\), or import the file again with --level invited .* or --level transaction .*\.$/m,
    )
  })

  it('The owner says for all reviews of a file how they are known, and a row that says otherwise stays as it is', async t => {
    const desk = await openDesk(t)
    const sheet = [
      ...rows(2, direct),
      row({ source: 'direct', source_id: 'no', verification: { level: 'none' } }),
    ]
    assert.deepEqual(reasonsOf(await desk.import(sheet)), [
      ['no_rule', 'direct', 2],
      ['row', 'direct', 1],
    ])
    const again = await desk.import(sheet, { level: 'transaction' })
    assert.deepEqual(reasonsOf(again), [['row', 'direct', 1]])
    const shown = (await desk.store.changesSince(0)).shown
    assert.deepEqual(
      shown.map(({ particulars }) => particulars.verification?.level),
      ['transaction', 'transaction'],
    )
  })

  it('A preview knows the rules of the business file before the service has read it', async t => {
    const desk = await openDesk(t, { direct: { level: 'invited' }, yelp: { level: 'none' } })
    const yelp = row({ source: 'yelp', source_id: 'y' })
    assert.deepEqual(reasonsOf(await desk.preview([...rows(2, direct), yelp])), [
      ['rule', 'yelp', 1],
    ])
  })

  it('A preview tells reviews that a file marks as not verified from those that the owner withheld', async t => {
    const desk = await openDesk(t)
    await desk.take(rows(1))
    await desk.store.write(async writer => {
      const [known] = (await writer.findKnown([{ id: '', source: 'google', sourceKey: 'r0' }]))
        .known
      await writer.withhold(known!, 'spam')
    })
    const report = await desk.preview([
      ...rows(1),
      row({ verified: false }),
      row({ verified: true, source_id: 'v', date: '2026-04-01' }),
    ])
    assert.deepEqual(reasonsOf(report).toSorted(), [
      ['row', 'google', 1],
      ['withheld', 'google', 1],
    ])
  })

  it('A review that a second file marks as verified is not counted as hidden', async t => {
    const { folder, store } = await openTestStore(t)
    const files = [
      await folder.write('one.json', rows(2, direct)),
      await folder.write(
        'two.json',
        rows(1, number => ({ ...direct(number), verified: true })),
      ),
    ]
    const options = { businessFile: 'none.json', strict: false, complete: false, confirm: false }
    assert.deepEqual(reasonsOf(await previewImport(files, store, options)), [
      ['no_rule', 'direct', 1],
    ])
  })

  it('A preview shows what an edit replaces and which reviews are added, and writes nothing', async t => {
    const desk = await openDesk(t)
    await desk.take(rows(1))
    const { files, examples } = await desk.preview(
      rows(3, number => ({ rating: number === 0 ? 2 : 5 })),
    )
    assert.deepEqual([files[0]!.added, files[0]!.edited], [2, 1])
    assert.deepEqual(
      examples.edited.map(({ content, before }) => [before?.rating, content.rating]),
      [[1, 2]],
    )
    assert.deepEqual(
      examples.added.map(({ content }) => content.text),
      ['Review number 1.', 'Review number 2.'],
    )
    assert.equal((await desk.query('select id from review')).length, 1)
  })

  it('A preview shows three examples of each kind, however many there are', async t => {
    const desk = await openDesk(t)
    await desk.take(rows(60))
    const edited = rows(60, () => ({ text: 'Edited since.' })).slice(0, 4)
    const added = rows(64).slice(60)
    const kept = rows(60).slice(4, 56)
    const noted = await desk.preview([...edited, ...kept, ...added], { complete: true })
    const { complete, examples } = await desk.preview([...edited, ...kept, ...added], {
      complete: true,
      confirm: true,
    })
    assert.deepEqual(complete, { gone: 4, missing: 0 })
    const counted = { ...examples, missing: noted.examples.missing, returned: [0, 0, 0] }
    for (const [kind, shown] of Object.entries(counted)) assert.equal(shown.length, 3, kind)
  })

  it('A preview shows the first three pairs that may be one review, and counts all', async t => {
    const desk = await openDesk(t)
    const maps = (number: number) => ({ source_id: `ChZDSUhNMG9nS0VJQ0FnSU00000${number}` })
    const profile = (number: number) => ({ source_id: `AbFvOqkPcLmN3xYz00000${number}` })
    // The text is cut off in one of the exports.
    const [cut, whole] = [
      'Warm again within the hour. Very …',
      'Warm again within the hour. Very tidy.',
    ]
    await desk.take(rows(4, number => ({ ...maps(number), text: cut })))
    const { likelyDuplicates } = await desk.preview(
      rows(4, number => ({ ...profile(number), text: whole })),
    )
    assert.equal(likelyDuplicates.count, 4)
    assert.equal(likelyDuplicates.examples.length, 3)
  })

  it('The business file counts before what is stored, and that before what comes with the reviews', async t => {
    const desk = await openDesk(t, { direct: { level: 'invited' } })
    const described = (level: string) =>
      BusinessFile.parse({ name: 'Test & Sons', verification: { direct: { level } } })
    await desk.store.write(writer => writer.setBusiness(described('none')))
    assert.deepEqual(reasonsOf(await desk.preview(rows(2, direct))), [])
    const stored = await openDesk(t)
    await stored.store.write(writer => writer.setBusiness(described('none')))
    assert.deepEqual(reasonsOf(await stored.preview(rows(2, direct))), [['rule', 'direct', 2]])
  })

  it('A preview of a complete import shows which reviews would go', async t => {
    const desk = await openDesk(t)
    await desk.take(rows(20))
    const noted = await desk.preview(rows(19), { complete: true })
    assert.deepEqual(noted.complete, { gone: 0, missing: 1 })
    const { complete, examples } = await desk.preview(rows(19), { complete: true, confirm: true })
    assert.deepEqual(complete, { gone: 1, missing: 0 })
    assert.deepEqual(
      [noted.examples.missing, examples.gone].map(([one]) => one?.content.text),
      ['Review number 19.', 'Review number 19.'],
    )
  })

  it('A preview names the row and the problem of rejected rows', async t => {
    const desk = await openDesk(t)
    const { problems, rejected } = await desk.preview([
      row(),
      row({ rating: 9 }),
      { source: 'google', source_id: 'x' },
    ])
    assert.equal(rejected, 2)
    assert.deepEqual(
      problems.map(({ file, row, field }) => [file, row, field]),
      [
        ['reviews.json', 2, 'rating'],
        ['reviews.json', 3, 'rating'],
        ['reviews.json', 3, 'date'],
      ],
    )
  })

  it('A preview reports the same as the import that follows it', async t => {
    const desk = await openDesk(t)
    // The key of ids lasts from the first import on.
    await desk.import([row({ author: 'Eve' })])
    const rowsToImport = [...rows(2, direct), row(), row({ rating: 0 })]
    const preview = await desk.preview(rowsToImport)
    assert.deepEqual(await desk.import(rowsToImport), preview)
    assert.equal((await desk.query('select id from review')).length, 4)
  })

  it('Every reason why a review is not shown comes with what to do about it', () => {
    const reasons: HiddenReason[] = ['no_rule', 'no_evidence', 'rule', 'row', 'withheld']
    for (const reason of reasons) {
      const { because, remedy } = explainHidden(
        { reason, source: 'direct', count: 1 },
        'business.json',
      )
      assert.match(because, /^\w.*\w$/)
      assert.match(remedy, /^To show .*\.$/)
    }
  })
})
