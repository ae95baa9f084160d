/** How the program rejects a command: with one sentence for a person and no internals. */
import assert from 'node:assert/strict'
import { type CommandCode, ERRORS } from '../../src/model/errors.ts'
import type { Finished } from './command.ts'

export function assertRejected(
  { code, stdout, stderr }: Finished,
  exitCode: number,
  message: RegExp,
): void {
  assert.match(stderr, message)
  assert.equal(code, exitCode, stderr)
  assert.equal(stdout, '')
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
  assertPlain(stderr)
}

/** With --json, standard output has the same sentence with its code. */
export function assertRejectedAsJson(
  finished: Finished,
  error: CommandCode,
  message: RegExp,
): void {
  assert.deepEqual(JSON.parse(finished.stdout), { error, message: finished.stderr.trimEnd() })
  assertRejected({ ...finished, stdout: '' }, ERRORS[error].exit, message)
}

/** No stack trace and no colors. */
export function assertPlain(text: string): void {
  assert.doesNotMatch(text, /\n\s+at /)
  assert.doesNotMatch(text, /\u001b/)
}
