import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTypedUrl } from '../../../../src/cli/base/result.ts'

describe('Addresses that the operator types', () => {
  it('An address with an invalid escape in its password is rejected', () => {
    assert.throws(() => readTypedUrl('https://ada:100%@reviews.example', 'Write an address.'), {
      name: 'UsageError',
      message: 'Write a % in the user name or password of an address as %25.',
    })
    assert.equal(readTypedUrl('https://ada:100%25@reviews.example', '').password, '100%25')
  })

  it('Anything but an http or https address is rejected with what the command needs', () => {
    assert.throws(() => readTypedUrl('file:///etc/passwd', 'Write an address.'), {
      name: 'UsageError',
      message: 'Write an address.',
    })
  })
})
