import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sha256 } from '../../../../src/store/base/node-signatures.ts'

describe('SHA-256', () => {
  it('The hash equals that of Node for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes =>
        assert.ok(createHash('sha256').update(bytes).digest().equals(sha256(bytes))),
      ),
    )
  })
})
