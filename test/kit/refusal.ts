/** How the program says no: a sentence for a person, and nothing of its insides. */
import assert from 'node:assert/strict'
import type { Finished } from './command.ts'

export function assertRefused({ code, stdout, stderr }: Finished, exitCode: number, says: RegExp): void {
  assert.match(stderr, says)
  assert.equal(code, exitCode, stderr)
  assert.equal(stdout, '')
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
  assertPlain(stderr)
}

/** No stack trace and no colours. */
export function assertPlain(text: string): void {
  assert.doesNotMatch(text, /\n\s+at /)
  assert.doesNotMatch(text, /\u001b/)
}
