import assert from 'node:assert/strict'
import { readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { applyBusinessChanges } from '../../../src/actions/edit-business.ts'
import { writeTextFile } from '../../../src/ingest/files/input-file.ts'
import { makeFolder } from '../../kit/folder.ts'

const FILE = `{
  "name": "Old & Sons",
  "technicians": [{ "name": "Rosa Méndez" }]
}
`
const NOTHING = { set: [], unset: [], addPerson: [], alias: [] }

const change = (changes: Partial<typeof NOTHING> | Record<string, string[]>) =>
  applyBusinessChanges(FILE, { ...NOTHING, ...changes })

describe('Changing single fields of the business file', () => {
  it('Without a change the text stays as it is, to the byte', () => {
    assert.equal(change({}), FILE)
  })

  it('A value is text where the field takes text, and JSON where it does not', () => {
    const edited = JSON.parse(
      change({ set: ['telephone=5550100', 'services=[{"id":"a","label":"A"}]'] }),
    )
    assert.deepEqual([edited.telephone, edited.services], ['5550100', [{ id: 'a', label: 'A' }]])
  })

  it('Text keeps its quotation marks', () => {
    assert.equal(JSON.parse(change({ set: ['name="The Best"'] })).name, '"The Best"')
  })

  it('A value may contain an equals sign', () => {
    const { same_as } = JSON.parse(change({ set: ['same_as=["https://example.com/?a=b"]'] }))
    assert.deepEqual(same_as, ['https://example.com/?a=b'])
  })

  it('Changes are made one after the other, so that a later one may depend on an earlier one', () => {
    const { technicians } = JSON.parse(
      change({ addPerson: ['Bo Stone'], alias: ['Bo Stone=Bob', 'Bo Stone = Bobby '] }),
    )
    assert.deepEqual(technicians[1], { name: 'Bo Stone', aliases: ['Bob', 'Bobby'] })
  })

  it('The last entry of a list is removed, however the list is written', () => {
    for (const space of ['', ' ', '\n  '])
      for (const names of [['A'], ['A', 'B'], ['A', 'B', 'C']]) {
        const list = names.map(name => `{"name":"${name}"}`).join(`,${space}`)
        const text = `{"name":"Old",${space}"technicians":[${space}${list}${space}],${space}"locale":"de"}`
        const unset = [`technicians.${names.length - 1}`]
        const { technicians, locale } = JSON.parse(
          applyBusinessChanges(text, { ...NOTHING, unset }),
        )
        assert.deepEqual(
          technicians,
          names.slice(0, -1).map(name => ({ name })),
          text,
        )
        assert.equal(locale, 'de')
      }
  })

  it('A field or a name that is missing before the equals sign is rejected', () => {
    assert.throws(() => change({ set: ['=1'] }), /--set takes a field and a value/)
    assert.throws(() => change({ alias: ['=Rosie'] }), /--alias takes a name and another name/)
    assert.throws(() => change({ alias: ['Nobody=No'] }), /Nobody named Nobody is listed/)
  })

  it('A business file that is a link stays one, and as private as it was', async t => {
    const { path } = await makeFolder(t)
    const [file, link] = [join(path, 'own.json'), join(path, 'business.json')]
    await writeFile(file, FILE, { mode: 0o600 })
    await symlink(file, link)
    await writeTextFile(link, '{}')
    assert.equal(await readlink(link), file)
    assert.equal(await readFile(file, 'utf8'), '{}')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })
})
