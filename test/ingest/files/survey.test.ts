import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSurvey, type SurveyOptions } from '../../../src/ingest/files/survey.ts'
import type { Format } from '../../../src/ingest/formats/format.ts'
import type { Draft } from '../../../src/ingest/values/draft.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'

const format = (title: string): Format => ({ title, recognizes: () => true, read: () => ({ source: null }) })
const tool = format('a tool')

function survey(drafts: Partial<Draft>[], asked: SurveyOptions = {}) {
  const { see, conclude } = createSurvey(asked)
  for (const draft of drafts) see({ source: 'google', ...draft }, tool)
  return conclude()
}

const orderOf = (dates: string[], asked: SurveyOptions = {}) =>
  survey(
    dates.map(date => ({ date })),
    asked,
  ).orderOf(tool)

const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof FileProblem && message.test(error.message)

describe('the order of day and month', () => {
  it('is what one date of the file proves', () => {
    assert.equal(orderOf(['05/01/2026', '13/01/2026', '06/01/2026']), 'dmy')
    assert.equal(orderOf(['05/01/2026', '01/13/2026']), 'mdy')
  })

  it('is proven by the date of a reply or of a change, too', () => {
    assert.equal(
      survey([{ date: '05/01/2026', reply: { text: 'x', date: '13/01/2026' } }]).orderOf(tool),
      'dmy',
    )
    assert.equal(survey([{ date: '05/01/2026', updated_at: '01/13/2026' }]).orderOf(tool), 'mdy')
  })

  it('is not asked for where no date needs it', () => {
    assert.equal(orderOf(['2026-01-05', '3 weeks ago', '05/05/2026', 'Jan 5 2026']), null)
    assert.equal(orderOf([]), null)
  })

  it('is asked for where every date could be two days', () => {
    assert.throws(
      () => orderOf(['05/01/2026', '2026-01-05']),
      refusal(/--date-order dmy or --date-order mdy/),
    )
  })

  it('is not guessed where dates prove both', () => {
    assert.throws(() => orderOf(['13/01/2026', '01/13/2026']), refusal(/day first .* month first/))
  })

  it('is the one that was asked for, whatever the dates say', () => {
    for (const dates of [['05/01/2026'], ['13/01/2026'], ['13/01/2026', '01/13/2026']])
      assert.equal(orderOf(dates, { dateOrder: 'mdy' }), 'mdy')
  })

  it('holds for the files of one tool, and for no other', () => {
    const other = format('another tool')
    const { see, conclude } = createSurvey({})
    for (const date of ['05/01/2026', '13/01/2026']) see({ source: 'google', date }, tool)
    see({ source: 'google', date: '01/13/2026' }, other)
    const { orderOf } = conclude()
    assert.deepEqual([orderOf(tool), orderOf(other)], ['dmy', 'mdy'])
  })
})

describe('the places of a file', () => {
  const two = [{ location: 'Old Town' }, { location: 'Harbour' }, { location: ' old  town ' }, {}]

  it('need no choice where there is one, or none is named', () => {
    assert.ok(survey([{}, {}]).isWanted(undefined))
    assert.ok(survey([{ location: 'Harbour' }, { location: 'HARBOUR ' }, {}]).isWanted('Harbour'))
  })

  it('are listed with their counts where there are several', () => {
    assert.throws(
      () => survey(two),
      refusal(/2 locations\. .*--location:\n {2}Old Town \(2\)\n {2}Harbour \(1\)$/),
    )
  })

  it('are left out but for the one that is asked for', () => {
    const { isWanted } = survey(two, { location: 'old town' })
    assert.deepEqual(['Old Town', 'OLD TOWN', 'Harbour', undefined].map(isWanted), [true, true, false, false])
  })

  it('are listed where the one that is asked for is not among them', () => {
    assert.throws(() => survey(two, { location: 'Hill' }), refusal(/only of:\n {2}Old Town \(2\)/))
    assert.throws(() => survey([{}], { location: 'Hill' }), refusal(/Leave out --location/))
  })

  it('are listed up to a number', () => {
    const many = Array.from({ length: 40 }, (_, number) => ({ location: `Place ${number}` }))
    assert.throws(
      () => survey(many),
      refusal(/^has reviews of 40 locations\..*Place 29 \(1\)\n {2}and 10 more$/s),
    )
  })
})
