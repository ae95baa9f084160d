import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseTilePath } from '../../../src/ledger/tile-list.ts'
import { tilePath } from '../../../src/ledger/tiles.ts'

const levels = fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 }))
const indexes = fc.oneof(fc.nat(2000), fc.integer({ min: 0, max: 10 ** 15 - 1 }))
const widths = fc.integer({ min: 1, max: 256 })

describe('The path of a tile', () => {
  it('A path is that of C2SP tlog-tiles', () => {
    assert.equal(tilePath(0, 1234067), 'tile/0/x001/x234/067')
    assert.equal(tilePath('entries', 0), 'tile/entries/000')
    assert.equal(tilePath(1, 999, 17), 'tile/1/999.p/17')
    assert.equal(tilePath('entries', 1000, 255), 'tile/entries/x001/000.p/255')
  })

  it('A path identifies its tile', () => {
    fc.assert(
      fc.property(levels, indexes, widths, (level, index, width) => {
        assert.deepEqual(parseTilePath(tilePath(level, index, width)), { level, index, width })
      }),
    )
  })

  it('Only the canonical spelling of a path is accepted', () => {
    const wrong = [
      '',
      'tile/0',
      '/tile/0/000',
      'tile/0/000/',
      'tile/0/00',
      'tile/0/0000',
      'tile/0/1',
      'tile/0/x000/001',
      'tile/0/001/002',
      'tile/0/x001',
      'tile/00/000',
      'tile/01/000',
      'tile/64/000',
      'tile/-1/000',
      'tile/data/000',
      'tile/0/000.p/0',
      'tile/0/000.p/01',
      'tile/0/000.p/256',
      'tile/0/000.p/999',
      'tile/0/000.p/',
      'tile/0/000.p',
      'tile/0/000\n',
      'tile/0/٠٠٠',
      `tile/0/${'x999/'.repeat(5)}999`,
    ]
    for (const path of wrong) assert.equal(parseTilePath(path), null, path)
  })
})
