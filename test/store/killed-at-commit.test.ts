/** Imports that are killed before, during and after their commit, on the engine of this run. `npm run bench kills` makes many more. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { killMany } from '../../bench/kills.ts'
import { makeFolder } from '../kit/folder.ts'

const KILLS = 10
/** With this one, every moment has its turn. */
const SEED = 3

it('An import that is killed at its commit happened completely or not at all, and the log stays whole', async t => {
  const folder = await makeFolder(t)
  const outcomes = await killMany(folder.path, folder.databaseUrl, KILLS, SEED)
  assert.deepEqual(
    outcomes.flatMap(({ fault }) => fault ?? []),
    [],
  )
  assert.deepEqual([...new Set(outcomes.map(({ moment }) => moment))].sort(), [
    'after',
    'before',
    'during',
  ])
})
