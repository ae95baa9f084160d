/** A folder and a database for one test, removed when the test ends. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { engine, makeDatabase } from './postgres.ts'

export interface Folder {
  path: string
  /** A database of its own, on the engine of this test run. */
  databaseUrl: string
  /** Writes a file, as JSON unless the content is text, and returns its path. */
  write(name: string, content: unknown): Promise<string>
}

/** Returns the URL of a database; on SQLite, of that file. */
type PlaceDatabase = (t: TestContext, file: string) => Promise<string>

const placeNew: PlaceDatabase = async (t, file) =>
  engine === 'postgres' ? await makeDatabase(t) : `sqlite:${file}`

/** With a new database, or with a borrowed one if it makes no difference who created its tables. */
export async function makeFolder(t: TestContext, placeDatabase = placeNew): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'firsthand-test-'))
  t.after(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return {
    path,
    databaseUrl: await placeDatabase(t, join(path, 'firsthand.db')),
    async write(name, content) {
      const file = join(path, name)
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
      return file
    },
  }
}
