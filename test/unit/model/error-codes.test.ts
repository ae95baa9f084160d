import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { respondError } from '../../../src/http/response.ts'
import { AuditFailure } from '../../../src/ledger/audit-failure.ts'
import { protocolError } from '../../../src/mcp/tool-faults.ts'
import { type ErrorBody, type Issue, mcpErrorBody } from '../../../src/model/error.ts'
import { type CommandCode, codesIn, ERROR_CODES, type ErrorCode } from '../../../src/model/error-codes.ts'

interface Row {
  code: string
  where: string
  cause: string
  remedy: string
}

/** The rows of the table in docs/errors.md. */
function documentedCodes(): Row[] {
  const text = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const [, table] = /^\| code \| where \| cause \| remedy \|\n\|---\|---\|---\|---\|\n((?:\| .*\n)+)/m.exec(
    text,
  )!
  return table!
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, code, where, cause, remedy] = /^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/.exec(line) ?? []
      assert.ok(code && where && cause && remedy, `not a row of four cells: ${line}`)
      return { code, where, cause, remedy }
    })
}

/** What docs/errors.md must say about where a code appears. */
function placesOf(code: ErrorCode): string {
  const { http, issue, mcp, exit, audit } = ERROR_CODES[code] as {
    http?: number
    issue?: true
    mcp?: [number, number]
    exit?: number
    audit?: true
  }
  return [
    http && `HTTP ${http}`,
    issue && '`issues`',
    mcp && `MCP ${mcp[0]} (${mcp[1]})`,
    exit && `exit code ${exit}`,
    audit && 'verify',
  ]
    .filter(Boolean)
    .join(', ')
}

describe('The list of error codes', () => {
  it('Every error code has one row in docs/errors.md, in the same order, and no row is about another code', () => {
    assert.deepEqual(
      documentedCodes().map(({ code }) => code),
      Object.keys(ERROR_CODES),
    )
  })

  for (const { code, where, cause, remedy } of documentedCodes())
    it(`The row of ${code} in docs/errors.md says where it appears, its cause and its remedy`, () => {
      assert.equal(where, placesOf(code as ErrorCode))
      for (const sentence of [cause, remedy]) assert.match(sentence, /^[A-Z`].*\.$/)
    })

  it('Every error code is a word in lower case that appears somewhere', () => {
    for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
      assert.match(code, /^[a-z]+(?:_[a-z]+)*$/)
      assert.notEqual(placesOf(code), '', code)
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
