import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createIsAllowed, createIsListed } from '../../../src/outgoing/guarded-connections.ts'

const FORBIDDEN: Record<string, string[]> = {
  loopback: ['127.0.0.1', '127.0.0.0', '127.1.2.3', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'],
  'private (RFC 1918)': [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.255.255',
  ],
  'link-local, with the metadata of clouds': [
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    'fe80::1',
    'febf::1',
    'fe80::1%eth0',
  ],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  'unique local': ['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff00::1', 'ff02::1', 'ff0e::1'],
  unspecified: ['0.0.0.0', '0.0.0.1', '0.255.255.255', '::', '0:0:0:0:0:0:0:0'],
  'broadcast and reserved': ['255.255.255.255', '240.0.0.1', '254.255.255.255'],
  documentation: [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '192.88.99.1', '2001:1::1', '2001:1ff::1'],
  'AS112 and AMT': ['192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1', '2001:3::1'],
  ORCHID: ['2001:10::1', '2001:20::1', '2001:2f::1'],
  'discard-only and segment routing': ['100::1', '5f00::1'],
  'NAT64, whatever is behind it': [
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '64:ff9b:1:ffff::10.0.0.1',
  ],
  '6to4, whatever is behind it': ['2002::1', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:ffff::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::a00:1', '::0.0.0.1', '::808:808'],
  'unallocated IPv6': [
    '::2',
    '1::1',
    '1000::1',
    '4000::1',
    '6000::1',
    '8000::1',
    'a000::1',
    'e000::1',
    'fe00::1',
  ],
  'no address': [
    '',
    ' ',
    'localhost',
    'example.com',
    '1.2.3.4.5',
    '256.1.1.1',
    ':::',
    '8.8.8.8/32',
    ' 8.8.8.8',
  ],
}

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
]

describe('Addresses that the hub may connect to', () => {
  const isAllowed = createIsAllowed([])

  for (const [kind, addresses] of Object.entries(FORBIDDEN))
    it(`No address of this kind is allowed: ${kind}`, () => {
      for (const address of addresses) assert.equal(isAllowed(address), false, address)
    })

  it('Public addresses are allowed, up to the edges of their ranges', () => {
    for (const address of PUBLIC) assert.equal(isAllowed(address), true, address)
  })

  it('A private IPv4 address is not allowed in any IPv6 spelling', () => {
    const private4 = [
      '127.0.0.1',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
    ]
    for (const address of private4)
      for (const spelling of mappedSpellings(address))
        assert.equal(isAllowed(spelling), false, spelling)
  })

  it('A public IPv4 address is allowed in every IPv4-mapped spelling', () => {
    for (const spelling of mappedSpellings('8.8.8.8'))
      assert.equal(isAllowed(spelling), true, spelling)
  })

  it('All spellings of an IPv6 address are judged alike', () => {
    const halves = fc.tuple(
      fc.constantFrom(0, 0xffff, 0x64, 0x2001, 0x2606, 0xfe80),
      fc.nat(0xffff),
    )
    fc.assert(
      fc.property(halves, fc.nat(0xffff), fc.nat(0xffff), ([first, second], seventh, eighth) => {
        const groups = [first, second, 0, 0, 0, 0, seventh, eighth]
        const hex = groups.map(group => group.toString(16))
        const full = hex.map(group => group.padStart(4, '0').toUpperCase()).join(':')
        const short = new URL(`https://[${hex.join(':')}]`).hostname.slice(1, -1)
        const dotted = `${hex.slice(0, 6).join(':')}:${toDotted(seventh, eighth)}`
        for (const spelling of [full, short, dotted])
          assert.equal(isAllowed(spelling), isAllowed(hex.join(':')), spelling)
      }),
    )
  })

  it('IPv4-compatible IPv6 addresses are never allowed', () => {
    for (const address of ['::8.8.8.8', '::808:808'])
      assert.equal(isAllowed(address), false, address)
  })
})

describe('Networks that the operator allows', () => {
  it('A single address can be allowed, and no other', () => {
    const isAllowed = createIsAllowed(['127.0.0.1', 'fd00::7'])
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', 'fd00::7', 'FD00:0::0007'])
      assert.equal(isAllowed(address), true, address)
    for (const address of ['127.0.0.2', '127.0.0.0', 'fd00::8', 'fd00::', '::1', '10.0.0.1'])
      assert.equal(isAllowed(address), false, address)
  })

  it('A range can be allowed, up to its edges', () => {
    const isAllowed = createIsAllowed(['10.20.0.0/16', 'fd00:1::/32'])
    for (const address of [
      '10.20.0.0',
      '10.20.255.255',
      '::ffff:10.20.1.1',
      'fd00:1::',
      'fd00:1:ffff::1',
    ])
      assert.equal(isAllowed(address), true, address)
    for (const address of ['10.19.255.255', '10.21.0.0', 'fd00::1', 'fd00:2::'])
      assert.equal(isAllowed(address), false, address)
  })

  it('An allowed network does not affect the other address family', () => {
    const everyOld = createIsAllowed(['0.0.0.0/0'])
    assert.equal(everyOld('10.0.0.1'), true)
    assert.equal(everyOld('::1'), false)
    assert.equal(everyOld('fd00::1'), false)
    const everyNew = createIsAllowed(['::/0'])
    assert.equal(everyNew('::1'), true)
    assert.equal(everyNew('10.0.0.1'), false)
    assert.equal(everyNew('::ffff:10.0.0.1'), false)
  })

  it('An allowed network does not restrict public addresses', () => {
    const isAllowed = createIsAllowed(['127.0.0.0/8'])
    for (const address of PUBLIC) assert.equal(isAllowed(address), true, address)
  })

  it('Text that is not an address is never allowed', () => {
    const isAllowed = createIsAllowed(['0.0.0.0/0', '::/0'])
    for (const text of FORBIDDEN['no address']!) assert.equal(isAllowed(text), false, text)
  })
})

function mappedSpellings(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  return [
    `::ffff:${address}`,
    `::FFFF:${address}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:ffff:${hex}`,
    `0000:0000:0000:0000:0000:ffff:${hex}`,
    `0:0:0:0:0:ffff:${address}`,
    `::0:ffff:${hex}`,
  ]
}

const toDotted = (high: number, low: number) =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.')

describe('Networks with DNS64', () => {
  it('A translated address is only allowed with its network, and if the IPv4 address in it is allowed', () => {
    const isAllowed = createIsAllowed(['64:ff9b::/96'])
    assert.equal(isAllowed('64:ff9b::808:808'), true)
    for (const address of [
      '64:ff9b::7f00:1',
      '64:ff9b::a00:1',
      '64:ff9b::a9fe:a9fe',
      '::1',
      '10.0.0.1',
    ])
      assert.equal(isAllowed(address), false, address)
    assert.equal(createIsAllowed([])('64:ff9b::808:808'), false)
    assert.equal(createIsAllowed(['64:ff9b::/96', '10.0.0.0/8'])('64:ff9b::a00:1'), true)
  })
})

describe('Networks that the operator lists', () => {
  it('Only an address in a listed network is listed', () => {
    const isListed = createIsListed(['10.0.0.0/8', '192.0.2.7'])
    const addresses = [
      '10.1.2.3',
      '192.0.2.7',
      '::ffff:10.1.2.3',
      '192.0.2.8',
      '8.8.8.8',
      'localhost',
      '',
    ]
    assert.deepEqual(addresses.map(isListed), [true, true, true, false, false, false, false])
  })
})
