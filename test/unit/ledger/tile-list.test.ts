import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tilePaths } from '../../../src/ledger/tile-list.ts'

describe('The tiles of a log', () => {
  it('An empty log has no tiles', () => {
    assert.deepEqual([...tilePaths(0)], [])
  })

  it('Every level with a hash has full tiles, then a partial one', () => {
    assert.deepEqual([...tilePaths(256)], ['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1'])
    assert.deepEqual(
      [...tilePaths(70_000)].filter(path => !/^tile\/(?:entries|0)\/\d{3}$/.test(path)),
      [
        'tile/entries/273.p/112',
        'tile/0/273.p/112',
        'tile/1/000',
        'tile/1/001.p/17',
        'tile/2/000.p/1',
      ],
    )
    assert.equal([...tilePaths(70_000)].length, 2 * 274 + 3)
  })
})
