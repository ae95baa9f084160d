import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../../../kit/command.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { business, row, rows } from '../../../kit/rows.ts'
import { serveJson } from '../../../kit/web-server.ts'

describe('firsthand pull', () => {
  it('With --json, firsthand pull prints what became of each source, and reports failures as usual', async t => {
    const { url } = await serveJson(t, {
      '/good.json': rows(2),
      '/mixed.json': [row({ rating: 9 })],
    })
    const folder = await makeFolder(t)
    const sources = ['good', 'mixed', 'missing'].map(name => ({ name, url: `${url}/${name}.json` }))
    await folder.write('business.json', { ...business, sources })
    const pull = (...args: string[]) =>
      runCommand(['pull', '--json', ...args], {
        cwd: folder.path,
        env: { DATABASE_URL: folder.databaseUrl, OUTGOING_ALLOW_CIDRS: '127.0.0.1' },
      })
    const NONE = { added: 0, edited: 0, unchanged: 0, duplicate: 0, returned: 0, erased: 0 }
    const imported = {
      outcome: 'imported',
      ...NONE,
      rejected: 0,
      gone: 0,
      pages: 1,
      more_pages: false,
    }

    const two = await pull('good', 'mixed')
    assert.deepEqual(JSON.parse(two.stdout), [
      { ...imported, name: 'good', added: 2 },
      { ...imported, name: 'mixed', rejected: 1 },
    ])
    assert.deepEqual([two.code, two.stderr], [3, ''])

    const failed = await pull('missing')
    const [{ problem, ...others }] = JSON.parse(failed.stdout)
    assert.deepEqual(others, { name: 'missing', outcome: 'failed' })
    assert.equal(failed.stderr, `missing: ${problem}\n`)
    assert.equal(failed.code, 1)
  })
})
