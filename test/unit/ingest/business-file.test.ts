import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import { business } from '../../kit/rows.ts'

const problemOf = (text: string): string => {
  try {
    parseBusinessFile(text)
    return ''
  } catch (error) {
    assert.ok(error instanceof FileProblem)
    return error.message
  }
}

describe('Reading the business file', () => {
  it('The business file may start with a byte order mark', () => {
    const text = JSON.stringify(business)
    assert.equal(parseBusinessFile(text).name, business.name)
    assert.deepEqual(parseBusinessFile(`\uFEFF${text}`), parseBusinessFile(text))
  })

  it('A mistake in the JSON of the business file is reported with its line', () => {
    assert.match(problemOf('{\n  "name": "Test",\n}'), /^line 3: is not valid JSON/)
  })

  it('A wrong value in the business file is reported with its line and field', () => {
    assert.match(
      problemOf('{\n  "name": "Test",\n  "url": "test"\n}'),
      /^line 3: url: must be an http/,
    )
  })

  it('A wrong value deep inside the business file is reported with its line', () => {
    const text =
      '{\n"name": "Test",\n"hours": [\n{"days": ["monday"],\n"opens": "7",\n"closes": "18:00"}]}'
    assert.match(problemOf(text), /^line 5: hours, entry 1, opens: must be a time/)
  })

  it('A missing field of the business file is reported with the line around it', () => {
    assert.match(
      problemOf('{\n"name": "Test",\n"services": [\n{"id": "drains"}\n]}'),
      /^line 4: services, entry 1, label: /,
    )
    assert.match(problemOf('\n{}'), /^line 2: name: /)
  })

  it('Every unknown field of the business file is reported with its line', () => {
    const text = '{\n  "name": "Test",\n  "telefon": "1",\n  "adress": {}\n}'
    assert.equal(
      problemOf(text),
      'line 3: telefon: is not a known field\nline 4: adress: is not a known field',
    )
  })

  it('An alias used twice is reported with its entry', () => {
    const text =
      '{"name": "Test",\n"technicians": [\n{"name": "Rosa"},\n{"name": "Bob", "aliases": ["rosa"]}]}'
    assert.equal(
      problemOf(text),
      'line 4: technicians, entry 2: "rosa" is used twice in technicians',
    )
  })

  it('All faults of the business file are reported at once', () => {
    const faults = problemOf('{\n"name": "",\n"email": "x",\n"language": "english"\n}').split('\n')
    assert.deepEqual(
      faults.map(fault => fault.split(': ').slice(0, 2)),
      [
        ['line 2', 'name'],
        ['line 3', 'email'],
        ['line 4', 'language'],
      ],
    )
  })
})
