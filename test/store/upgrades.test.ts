import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit } from '../../src/ledger/audit.ts'
import { system } from '../../src/model/system.ts'
import { sha256 } from '../../src/store/base/node-signatures.ts'
import { moveAll } from '../../src/store/move-database.ts'
import { openEngine, openStore } from '../../src/store/open-store.ts'
import { type Folder, makeFolder } from '../kit/folder.ts'
import { engine } from '../kit/postgres.ts'
import { importInto, startAgain } from '../kit/service.ts'
import { describeContent } from './stored-content.ts'

const UPGRADES = fileURLToPath(new URL('upgrades', import.meta.url))

const folders = readdirSync(UPGRADES, { withFileTypes: true }).filter(entry => entry.isDirectory())

it('There is at least one database of an earlier version', () => assert.ok(folders.length > 0))

for (const { name } of folders)
  describe(`A database of an earlier version (${name})`, () => {
    const readJson = async (file: string) => JSON.parse(await readFile(join(UPGRADES, name, file), 'utf8'))

    it('Reviews, states, corrections, keys, log and subscriptions are what they were', async t => {
      const { databaseUrl } = await openCopy(t, name)
      const { seen_at, content } = await readJson('expected.json')
      const store = await openStore(databaseUrl, { ...system, now: () => new Date(seen_at) })
      t.after(() => store.close())
      assert.deepEqual(await describeContent(store), { ...content, reviews: content.reviews.map(withAdded) })
    })

    it('A service on the database shows what its log recorded, and continues that log', async t => {
      const folder = await openCopy(t, name)
      const { pin, content } = await readJson('expected.json')
      // The subscribers of that time are not called.
      const { url } = await startAgain(t, { folder }, { websubCallbackAllowCidrs: [] })
      const get = async (path: string) => await (await fetch(url + path)).bytes()
      const { entries, grownBy, counts } = await audit({ get, hash: sha256, pinned: pin })
      assert.deepEqual([entries, grownBy], [content.entries.length, 0])
      const { reviews } = content as { reviews: { state: string }[] }
      assert.equal(counts.shown, reviews.filter(({ state }) => state === 'published').length)
    })

    it('An import of the last file again changes nothing, and brings back nothing that was erased', async t => {
      const { databaseUrl } = await openCopy(t, name)
      const { again } = await readJson('expected.json')
      const report = await importInto(databaseUrl, await readJson('reviews.json'))
      assert.deepEqual(
        Object.fromEntries(Object.keys(again).map(field => [field, report[field as keyof typeof report]])),
        again,
      )
    })
  })

type StoredReview = { seq: number | null; content: object; particulars: object }

/** What later versions record about a review, and its value for one stored before: only those never shown need evidence now. */
const withAdded = ({ seq, content, particulars, ...review }: StoredReview) => ({
  ...review,
  seq,
  content: { ...content, incentive: null },
  particulars: { ...particulars, basis: seq === null ? 'owner' : null, photos: [], sub_ratings: {} },
})

/** The database under test, migrated: a copy of the file, or its content moved to PostgreSQL. */
async function openCopy(t: TestContext, name: string): Promise<Folder> {
  const folder = await makeFolder(t)
  const file = join(folder.path, 'firsthand.db')
  await copyFile(join(UPGRADES, name, 'firsthand.db'), file)
  if (engine === 'sqlite') return folder
  const [source, target] = [await openEngine(`sqlite:${file}`), await openEngine(folder.databaseUrl)]
  await moveAll(source, target, () => {})
  await source.close()
  await target.close()
  return folder
}
