import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../src/ingest/business-file.ts'
import { FileProblem } from '../../src/ingest/values/file-problem.ts'
import { business } from '../kit/rows.ts'

const problemOf = (text: string): string => {
  try {
    parseBusinessFile(text)
    return ''
  } catch (error) {
    assert.ok(error instanceof FileProblem)
    return error.message
  }
}

describe('reading the business file', () => {
  it('takes it with and without a byte order mark', () => {
    const text = JSON.stringify(business)
    assert.equal(parseBusinessFile(text).name, business.name)
    assert.deepEqual(parseBusinessFile(`\uFEFF${text}`), parseBusinessFile(text))
  })

  it('names the line of a mistake in JSON', () => {
    assert.match(problemOf('{\n  "name": "Test",\n}'), /^line 3: is not valid JSON/)
  })

  it('names the line and the field of a wrong value', () => {
    assert.match(problemOf('{\n  "name": "Test",\n  "url": "test"\n}'), /^line 3: url: must be an http/)
  })

  it('names the line of a wrong value deep inside', () => {
    const text = '{\n"name": "Test",\n"hours": [\n{"days": ["monday"],\n"opens": "7",\n"closes": "18:00"}]}'
    assert.match(problemOf(text), /^line 5: hours\.0\.opens: must be a time/)
  })

  it('names the line around a field that is missing', () => {
    assert.match(
      problemOf('{\n"name": "Test",\n"services": [\n{"id": "drains"}\n]}'),
      /^line 4: services\.0\.label: /,
    )
    assert.match(problemOf('\n{}'), /^line 2: name: /)
  })

  it('names the line of every field that it does not know', () => {
    const text = '{\n  "name": "Test",\n  "telefon": "1",\n  "adress": {}\n}'
    assert.equal(
      problemOf(text),
      'line 3: telefon: is not a known field\nline 4: adress: is not a known field',
    )
  })

  it('names the entry whose alias is used twice', () => {
    const text =
      '{"name": "Test",\n"technicians": [\n{"name": "Rosa"},\n{"name": "Bob", "aliases": ["rosa"]}]}'
    assert.equal(problemOf(text), 'line 4: technicians.1: "rosa" is used twice in technicians')
  })

  it('names every fault at once', () => {
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
