import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { createClientAddress } from '../../../src/http/client-address.ts'

/** The parts of a request that identify the client. */
const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

const trusting = createClientAddress(['10.0.0.0/8', '127.0.0.1', '2001:db8:ff::/48'])

describe('The client of a request', () => {
  it('The client is the peer if no proxy is trusted', () => {
    const clientOf = createClientAddress([])
    assert.equal(clientOf(from('198.51.100.7', '203.0.113.1')), '198.51.100.7')
  })

  it('The client is the same whether its IPv4 address is plain or mapped to IPv6', () => {
    assert.equal(trusting(from('::ffff:198.51.100.7')), '198.51.100.7')
    assert.equal(trusting(from('::ffff:10.0.0.1', '::ffff:198.51.100.7')), '198.51.100.7')
  })

  it('The client is the last address that is not a trusted proxy', () => {
    assert.equal(
      trusting(from('10.0.0.1', '203.0.113.1, 198.51.100.7, 10.9.9.9, 127.0.0.1')),
      '198.51.100.7',
    )
  })

  it('The client is the peer if the peer is not a trusted proxy', () => {
    assert.equal(trusting(from('192.0.2.1', '198.51.100.7')), '192.0.2.1')
  })

  it('The client is the proxy itself if the proxy names no address', () => {
    for (const forwarded of [
      undefined,
      '',
      ' ',
      'unknown',
      '198.51.100.7, unknown',
      '_hidden',
      '1.2.3',
    ])
      assert.equal(trusting(from('10.0.0.1', forwarded)), '10.0.0.1')
  })

  it('The client is the first address if only proxies are named', () => {
    assert.equal(trusting(from('10.0.0.1', '10.0.0.3, 10.0.0.2')), '10.0.0.3')
  })

  it('A whole /64 of IPv6 is one client', () => {
    const same = [
      '2001:db8:1:2::1',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2:ffff::',
      '2001:db8:1:2::',
    ]
    assert.equal(new Set(same.map(address => trusting(from(address)))).size, 1)
    assert.notEqual(trusting(from('2001:db8:1:2::1')), trusting(from('2001:db8:1:3::1')))
    assert.notEqual(trusting(from('::1')), trusting(from('2001:db8:1:2::1')))
  })

  it('A trusted proxy with an IPv6 address may name the client', () => {
    assert.equal(trusting(from('2001:db8:ff::9', '198.51.100.7')), '198.51.100.7')
  })

  it('A peer that has disconnected is one client without a name', () => {
    assert.equal(trusting({ socket: {}, headers: {} } as unknown as IncomingMessage), '')
  })
})
