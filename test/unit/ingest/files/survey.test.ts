import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSurvey, type SurveyOptions } from '../../../../src/ingest/files/survey.ts'
import type { Format } from '../../../../src/ingest/formats/format.ts'
import type { Draft } from '../../../../src/ingest/values/draft.ts'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'

const format = (title: string): Format => ({
  title,
  recognizes: () => true,
  read: () => ({ source: null }),
})
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

const problem = (message: RegExp) => (error: unknown) =>
  error instanceof FileProblem && message.test(error.message)

describe('The order of day and month', () => {
  it('One unambiguous date decides the date order of the file', () => {
    assert.equal(orderOf(['05/01/2026', '13/01/2026', '06/01/2026']), 'dmy')
    assert.equal(orderOf(['05/01/2026', '01/13/2026']), 'mdy')
  })

  it('The date of a reply or of a change also decides the date order', () => {
    assert.equal(
      survey([{ date: '05/01/2026', reply: { text: 'x', date: '13/01/2026' } }]).orderOf(tool),
      'dmy',
    )
    assert.equal(survey([{ date: '05/01/2026', updated_at: '01/13/2026' }]).orderOf(tool), 'mdy')
  })

  it('The day of retrieval also decides the date order', () => {
    assert.equal(survey([{ date: '05/01/2026', retrieved_at: '13/01/2026' }]).orderOf(tool), 'dmy')
  })

  it('No date order is needed if every date is clear', () => {
    assert.equal(orderOf(['2026-01-05', '3 weeks ago', '05/05/2026', 'Jan 5 2026']), null)
    assert.equal(orderOf([]), null)
  })

  it('A date order is demanded if every date could be two days', () => {
    assert.throws(
      () => orderOf(['05/01/2026', '2026-01-05']),
      problem(/--date-order dmy or --date-order mdy/),
    )
  })

  it('Contradicting dates are rejected rather than guessed', () => {
    assert.throws(() => orderOf(['13/01/2026', '01/13/2026']), problem(/day first .* month first/))
  })

  it('The date order asked for wins over the dates', () => {
    for (const dates of [['05/01/2026'], ['13/01/2026'], ['13/01/2026', '01/13/2026']])
      assert.equal(orderOf(dates, { dateOrder: 'mdy' }), 'mdy')
  })

  it('The date order of one tool does not affect files of another', () => {
    const other = format('another tool')
    const { see, conclude } = createSurvey({})
    for (const date of ['05/01/2026', '13/01/2026']) see({ source: 'google', date }, tool)
    see({ source: 'google', date: '01/13/2026' }, other)
    const { orderOf } = conclude()
    assert.deepEqual([orderOf(tool), orderOf(other)], ['dmy', 'mdy'])
  })
})

describe('The places of a file', () => {
  const two = [{ location: 'Old Town' }, { location: 'Harbour' }, { location: ' old  town ' }, {}]

  it('A file with one location or none needs no choice', () => {
    assert.ok(survey([{}, {}]).isWanted(undefined))
    assert.ok(survey([{ location: 'Harbour' }, { location: 'HARBOUR ' }, {}]).isWanted('Harbour'))
  })

  it('Several locations are listed with their counts', () => {
    assert.throws(
      () => survey(two),
      problem(/2 locations\. .*--location:\n {2}Old Town \(2\)\n {2}Harbour \(1\)$/),
    )
  })

  it('Only reviews of the location asked for are wanted', () => {
    const { isWanted } = survey(two, { location: 'old town' })
    assert.deepEqual(['Old Town', 'OLD TOWN', 'Harbour', undefined].map(isWanted), [
      true,
      true,
      false,
      false,
    ])
  })

  it('The locations are listed if the one asked for is not among them', () => {
    assert.throws(() => survey(two, { location: 'Hill' }), problem(/only of:\n {2}Old Town \(2\)/))
    assert.throws(() => survey([{}], { location: 'Hill' }), problem(/Leave out --location/))
  })

  it('The list of locations is limited', () => {
    const places = (length: number) =>
      Array.from({ length }, (_, number) => ({ location: `Place ${number}` }))
    assert.throws(() => survey(places(30)), problem(/Place 29 \(1\)$/))
    assert.throws(
      () => survey(places(40)),
      problem(/^has reviews of 40 locations\..*Place 29 \(1\)\n {2}and 10 more$/s),
    )
  })
})
