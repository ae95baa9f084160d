import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { changeBusiness } from '../../../src/cli/change-business.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import { makeFolder } from '../../kit/folder.ts'
import { importInto } from '../../kit/service.ts'
import { runOnSmallDisk } from '../../kit/small-disk.ts'

const filesLike = async (folder: string, name: RegExp) =>
  (await readdir(folder)).filter(one => name.test(one))

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
    const streams = {
      stdout: { write: (text: string) => (stdout += text) },
    } as unknown as NodeJS.Process
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

  describe('On a small disk', () => {
    const set = (description: string, businessFile: string) => [
      ...['business', '--set', `description=${description}`],
      ...['--business-file', businessFile],
    ]
    const business = `${JSON.stringify({ ...JSON.parse(FILE), description: 'x'.repeat(4000) })}\n`
    const files = { 'business.json': business }
    const longer = 'y'.repeat(4800)

    async function prepareDisk(t: TestContext) {
      const { path, databaseUrl } = await makeFolder(t)
      await importInto(databaseUrl, [], JSON.parse(FILE))
      return { cwd: path, env: { DATABASE_URL: databaseUrl }, files }
    }

    it('A change that does not fit leaves the file as it was, and nothing beside it', async t => {
      const disk = { ...(await prepareDisk(t)), isFull: true }
      const { code, stderr, read } = await runOnSmallDisk(set(longer, 'disk/business.json'), disk)
      assert.deepEqual([code, stderr], [1, 'disk/business.json: cannot be written (ENOSPC).\n'])
      assert.equal(await read('business.json'), business)
      assert.deepEqual(await readdir(join(disk.cwd, 'files')), ['business.json'])
    })

    it('A file that is mounted itself is changed in place', async t => {
      const disk = { ...(await prepareDisk(t)), mounted: 'business.json' }
      for (const description of [longer, 'short']) {
        const { code, stderr, read } = await runOnSmallDisk(set(description, 'business.json'), disk)
        assert.deepEqual([code, stderr], [0, ''])
        assert.equal(JSON.parse(await read('business.json')).description, description)
      }
      assert.deepEqual(await filesLike(disk.cwd, /\.tmp$/), [])
    })

    it('A change that does not fit into a mounted file puts back what was there', async t => {
      const disk = { ...(await prepareDisk(t)), mounted: 'business.json', isFull: true }
      const { code, stderr, read } = await runOnSmallDisk(set(longer, 'business.json'), disk)
      assert.deepEqual([code, stderr], [1, 'business.json: cannot be written (ENOSPC).\n'])
      assert.equal(await read('business.json'), business)
      assert.deepEqual(await filesLike(disk.cwd, /\.tmp$/), [])
    })
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
