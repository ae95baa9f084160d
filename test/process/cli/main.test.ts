import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { main, spawnCommand } from '../../kit/command.ts'

describe('The program', () => {
  it('The program ends quietly when its output is closed', async () => {
    const shell = `{ "${process.execPath}" "${main}" "$@"; echo "ended with $?" >&2; } | true`
    const { stderr } = await spawnCommand(['--help'], { program: ['sh', '-c', shell, 'sh'] })
    assert.equal(stderr, 'ended with 1\n')
  })
})
