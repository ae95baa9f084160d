import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { respondError } from '../../../src/http/response.ts'
import { AuditFailure } from '../../../src/ledger/audit-failure.ts'
import { protocolError } from '../../../src/mcp/tool-faults.ts'
import { type ErrorBody, type Issue, mcpErrorBody } from '../../../src/model/error-body.ts'
import {
  type CommandCode,
  codesIn,
  ERRORS,
  type ErrorCode,
  type ErrorRow,
} from '../../../src/model/errors.ts'

/** Where an error appears. */
function placesOf({ http, issue, mcp, exit, audit }: ErrorRow): string {
  const places = [
    http && `HTTP ${http}`,
    issue && '`issues`',
    mcp && `MCP ${mcp[0]} (${mcp[1]})`,
    exit && `exit code ${exit}`,
    audit && 'verify',
  ]
  return places.filter(Boolean).join(', ')
}

/** The table of docs/errors.md as the program has it. */
const table = () =>
  [
    '| code | where | cause | remedy |',
    '|---|---|---|---|',
    ...Object.entries(ERRORS).map(
      ([code, row]) => `| \`${code}\` | ${placesOf(row)} | ${row.cause} | ${row.remedy} |`,
    ),
  ].join('\n')

describe('The table of errors', () => {
  it('docs/errors.md shows the table of the program, row for row', () => {
    const text = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
    const [shown] = /^\| code \|.*(?:\n\|.*)*/m.exec(text)!
    assert.equal(shown, table())
  })

  it('Every error has a cause and a remedy in whole sentences', () => {
    for (const [code, { cause, remedy }] of Object.entries(ERRORS))
      for (const sentence of [cause, remedy]) assert.match(sentence, /^[A-Z`].*\.$/, code)
  })

  it('Every error code is a word in lower case that appears somewhere', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      assert.match(code, /^[a-z]+(?:_[a-z]+)*$/)
      assert.notEqual(placesOf(ERRORS[code]), '', code)
    }
  })

  it('The codes of a place are those that the list has for it', () => {
    assert.deepEqual(codesIn('exit'), [
      'internal_error',
      'failed',
      'wrong_usage',
      'rows_rejected',
      'not_verified',
    ])
  })

  it('An MCP error has the number of its code, and the code itself as data', () => {
    assert.deepEqual(mcpErrorBody('session_unknown', 'Who?', 7), {
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32600, message: 'Who?', data: { error: 'session_unknown' } },
    })
  })

  it('An error with a code that is not in the list, or not for this place, does not compile', () => {
    // The compiler reports each of these comments that has nothing to expect.
    const never = () => {
      // @ts-expect-error: this code is not in the list.
      respondError({} as never, 'no_such_code', 'No.')
      // @ts-expect-error: this code has no HTTP status.
      respondError({} as never, 'parse_error', 'No.')
      // @ts-expect-error: this code is not in the list.
      mcpErrorBody('no_such_code', 'No.')
      // @ts-expect-error: this code has no JSON-RPC number.
      protocolError('bad_request', 'No.')
      // @ts-expect-error: this code is not one of an audit.
      throw new AuditFailure('not_found', 'No.')
    }
    // @ts-expect-error: this code is not in the list.
    const body: ErrorBody = { error: 'no_such_code', message: 'No.' }
    // @ts-expect-error: this code is not one of an issue.
    const issue: Issue = { path: [], code: 'not_found', message: 'No.' }
    // @ts-expect-error: this code has no exit code.
    const command: CommandCode = 'not_found'
    assert.deepEqual([typeof never, body, issue, command].length, 4)
  })
})
