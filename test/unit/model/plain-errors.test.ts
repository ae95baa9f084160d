import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { checkRows } from '../../kit/valid-rows.ts'

/** Words of the schema library that no owner should have to read. */
const RAW = /Invalid|expected|received|Too (?:small|big)|Unrecognized/

describe('What is wrong with a value', () => {
  const faults: [unknown, string][] = [
    [{}, 'line 1: name: is missing'],
    [{ name: 5 }, 'line 1: name: must be text, in quotation marks'],
    [{ name: '' }, 'line 1: name: must not be empty'],
    [{ name: 'A', hours: {} }, 'line 1: hours: must be a list, in brackets'],
    [
      { name: 'A', hours: [{ days: [], opens: '08:00', closes: '17:00' }] },
      'line 1: hours, entry 1, days: must have at least 1 entry',
    ],
    [{ name: 'A', email: 'nobody' }, 'line 1: email: must be an e-mail address'],
    [{ name: 'A', fictional: 'no' }, 'line 1: fictional: must be true or false'],
    [
      { name: 'A', geo: { latitude: 91, longitude: 0 } },
      'line 1: geo.latitude: must be 90 or less',
    ],
    [{ name: 'A', locale: 'it' }, 'line 1: locale: must be en-US, en-GB, de, es or fr'],
    [
      { name: 'A', updated_at: 'today' },
      'line 1: updated_at: must be a time such as 2026-11-15T06:30:00Z',
    ],
    [
      { name: 'A', verification: { Google: { level: 'platform' } } },
      'line 1: verification.Google: must be lower-case words joined by _ or -',
    ],
    [
      { name: 'A', site: { labels: { service: 1 } } },
      'line 1: site.labels.service: must be an object, in braces',
    ],
    [[], 'line 1: the document: must be an object, in braces'],
  ]
  for (const [file, message] of faults)
    it(`The business file ${JSON.stringify(file)} is rejected in plain words`, () => {
      assert.throws(() => parseBusinessFile(JSON.stringify(file)), { message })
    })

  it('The rows of a review file are rejected in plain words', () => {
    const { problems } = checkRows([
      {
        source: 'google',
        rating: 'five',
        date: 5,
        author: 7,
        text: 'x'.repeat(20_001),
        tags: 'a',
        verified: 1,
      },
    ])
    assert.ok(problems.length >= 5)
    for (const { field, message } of problems) assert.doesNotMatch(message, RAW, field)
  })
})
