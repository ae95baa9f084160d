import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addToTarget, RequestProblem, readCallback } from '../../../src/hub/callback-url.ts'

const policy = {
  baseUrl: 'https://reviews.example:8443',
  isAllowed: () => true,
  allowsNetworks: false,
}
const isRefused = (callback: string) => {
  try {
    readCallback(callback, policy)
    return false
  } catch (error) {
    assert.ok(error instanceof RequestProblem, String(error))
    return true
  }
}

describe('Callback URLs', () => {
  it('Ports 443 and from 1024 are accepted, and no others', () => {
    const ports = [443, 1024, 8443, 65_535, 442, 444, 1023]
    const refused = ports.filter(port => isRefused(`https://example.org:${port}/`))
    assert.deepEqual(refused, [442, 444, 1023])
  })

  it('Another port of the service’s own host is another service', () => {
    assert.equal(isRefused('https://reviews.example:8443/'), true)
    assert.equal(isRefused('https://reviews.example.:8443/'), true)
    assert.equal(isRefused('https://reviews.example:9443/'), false)
    assert.equal(isRefused('https://other.example:8443/'), false)
  })

  it('A user name, a password, or only their mark is refused, but not in path or query', () => {
    for (const userinfo of ['user@', ':secret@', 'user:secret@', '@', ':@'])
      assert.equal(isRefused(`https://${userinfo}example.org/`), true, userinfo)
    assert.equal(isRefused('https://example.org/@user?to=a@example.org'), false)
  })

  it('The hub’s parameters follow the subscriber’s own, which stay as they are', () => {
    const add = (target: string) => addToTarget(target, { 'hub.mode': 'a b', n: 1 })
    assert.equal(add('/c'), '/c?hub.mode=a%20b&n=1')
    assert.equal(add('/c?x=%20'), '/c?x=%20&hub.mode=a%20b&n=1')
    assert.equal(add('/c?'), '/c?hub.mode=a%20b&n=1')
    assert.equal(add('/c?x&'), '/c?x&hub.mode=a%20b&n=1')
  })
})
