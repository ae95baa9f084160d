import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startResolver } from '../../kit/resolver.ts'

describe('The resolver', { concurrency: 3 }, () => {
  it('A name is asked for three times before it is given up, and once if there is an answer', async t => {
    const resolver = await startResolver(t)
    for (const treatment of ['servfail', 'nxdomain', 'silent'] as const) {
      resolver.behave(treatment)
      resolver.questions.clear()
      await assert.rejects(resolver.resolve('gone.example'))
      assert.equal(resolver.questions.get('gone.example'), 6, treatment)
    }
    resolver.behave('sound')
    resolver.questions.clear()
    assert.deepEqual(await resolver.resolve('there.example'), ['127.0.0.1'])
    assert.equal(resolver.questions.get('there.example'), 2)
  })

  it('A name that a name server denies once is found by the second question', async t => {
    const resolver = await startResolver(t)
    resolver.rebind('one.example', [], ['127.0.0.1', '2001:db8::1'])
    assert.deepEqual(await resolver.resolve('one.example'), ['127.0.0.1', '2001:db8::1'])
  })
})
