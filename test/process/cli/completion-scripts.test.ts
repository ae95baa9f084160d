import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { before, describe, it } from 'node:test'
import { WithholdReason } from '../../../src/model/change.ts'
import { spawnCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'

describe('The completion for bash', () => {
  let script: string
  before(async () => {
    script = (await spawnCommand(['completion', 'bash'])).stdout
  })

  /** What bash offers for the last of these words. */
  function complete(...words: string[]): string[] {
    const list = words.map(word => `'${word}'`).join(' ')
    const run = `${script}\nCOMP_WORDS=(firsthand ${list}); COMP_CWORD=${words.length}; _firsthand; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', run], { encoding: 'utf8' })
    assert.equal(stderr, '')
    return stdout.split('\n').filter(line => line !== '')
  }

  it('The first word is completed to a command', () => {
    assert.deepEqual(complete('re'), ['reply', 'republish', 'restore-backup'])
    assert.ok(complete('').includes('init'))
  })

  it('A word that begins with a hyphen is completed to an option of the command', () => {
    assert.deepEqual(complete('list', '--min'), ['--min-rating'])
    assert.deepEqual(complete('serve', '--log'), ['--log-level'])
  })

  it('The value of an option with a closed list is completed from that list', () => {
    assert.deepEqual(complete('withhold', 'ID', '--reason', ''), [...WithholdReason.options])
    assert.deepEqual(complete('list', '--state', 'w'), ['withheld'])
    assert.deepEqual(complete('completion', 'f'), ['fish'])
  })
})

describe('The completions for zsh and fish', () => {
  for (const shell of ['zsh', 'fish'])
    it(`The completion for ${shell} has every command and the reasons, and ${shell} accepts it`, async t => {
      const { code, stdout } = await spawnCommand(['completion', shell])
      assert.equal(code, 0)
      for (const word of ['restore-backup', 'min-rating', WithholdReason.options.join(' ')])
        assert.ok(stdout.includes(word), word)
      const file = await (await makeFolder(t)).write(`completion.${shell}`, stdout)
      const checked = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
      assert.deepEqual([checked.status, checked.stderr], [0, ''])
    })

  it('A shell that is not known is rejected as wrong usage', async () => {
    const { code, stderr } = await spawnCommand(['completion', 'tcsh'])
    assert.equal(code, 2)
    assert.match(stderr, /Allowed choices are bash, zsh, fish/)
  })
})
