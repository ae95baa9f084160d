import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceptedCodings, prefersMarkdown } from '../../../src/http/content-negotiation.ts'

describe('What a client accepts', () => {
  it('Markdown is for clients that name it and do not like HTML better', () => {
    const preferences = [
      ['text/markdown', true],
      ['text/markdown, text/html', true],
      ['text/markdown;q=0.5, text/html;q=0.5', true],
      ['text/markdown;q=0.5, text/html', false],
      ['text/html, */*;q=0.8', false],
      ['*/*', false],
      ['text/markdown;q=0', false],
      ['text/markdown;q=0, text/html;q=0', false],
      ['', false],
      [undefined, false],
    ] as const
    for (const [header, expected] of preferences)
      assert.equal(prefersMarkdown(header), expected, String(header))
  })

  it('Codings come by the client’s preference, however many other headers came before', () => {
    const read = () => [
      acceptedCodings('gzip;q=0.5, br'),
      acceptedCodings('gzip, identity;q=0'),
      acceptedCodings('*;q=0'),
    ]
    const first = read()
    assert.deepEqual(first, [['br', 'gzip', 'identity'], ['gzip'], []])
    for (let number = 0; number < 500; number++)
      assert.deepEqual(acceptedCodings(`x-${number}`), ['identity'])
    assert.deepEqual(read(), first)
  })
})
