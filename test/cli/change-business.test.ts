import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import { changeBusiness } from '../../src/cli/change-business.ts'
import { FileProblem } from '../../src/ingest/values/file-problem.ts'
import { makeFolder } from '../kit/folder.ts'
import { importInto } from '../kit/service.ts'

const NOTHING = { set: [], unset: [], addPerson: [], alias: [], ignoreName: [] }
const FILE = `{
  "name": "Old & Sons",
  "telephone": "1",
  "technicians": [{ "name": "Rosa Méndez" }]
}
`

async function prepare(t: TestContext) {
  const folder = await makeFolder(t)
  const businessFile = await folder.write('business.json', FILE)
  await importInto(folder.databaseUrl, [], JSON.parse(FILE))
  return async (flags: Partial<typeof NOTHING> | Record<string, string[]>) => {
    let stdout = ''
    const streams = { stdout: { write: (text: string) => (stdout += text) } } as unknown as NodeJS.Process
    const { databaseUrl } = folder
    await changeBusiness({ ...NOTHING, ...flags, databaseUrl, businessFile }, streams)
    return { stdout, text: await readFile(businessFile, 'utf8') }
  }
}

describe('firsthand business', () => {
  it('The command prints the file, and changes only the fields that it names', async t => {
    const run = await prepare(t)
    assert.equal((await run({})).stdout, FILE)
    const { text } = await run({
      set: ['telephone=555', 'address.locality=Springfield', 'same_as=["https://example.com/"]'],
      addPerson: ['Bo Stone'],
      alias: ['Rosa Méndez=Rosie', 'Bo Stone=Bob'],
    })
    assert.deepEqual(JSON.parse(text), {
      name: 'Old & Sons',
      telephone: '555',
      technicians: [
        { name: 'Rosa Méndez', aliases: ['Rosie'] },
        { name: 'Bo Stone', aliases: ['Bob'] },
      ],
      address: { locality: 'Springfield' },
      same_as: ['https://example.com/'],
    })
    assert.equal(JSON.parse((await run({ unset: ['telephone'] })).text).telephone, undefined)
  })

  it('A change that makes the file invalid is rejected, and the file stays as it is', async t => {
    const run = await prepare(t)
    const wrong = [
      { set: ['email=nobody'] },
      { set: ['name'] },
      { set: ['frobnicate=1'] },
      { unset: ['name'] },
      { alias: ['Nobody=No'] },
      { addPerson: ['Rosa Méndez'] },
    ]
    for (const flags of wrong) await assert.rejects(run(flags), FileProblem, JSON.stringify(flags))
    assert.equal((await run({})).text, FILE)
  })
})
