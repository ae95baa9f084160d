/** A Snapshot as a file: the parts that cross to the serving thread, each with its length before it, and at the end a digest. */
import { createHash, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import type { SnapshotParts } from './snapshot.ts'

/** What was published may have been removed since. */
const PRIVATE = 0o600
const LENGTH_BYTES = 4
const DIGEST_BYTES = 32

/** `key` identifies the program and the settings that the parts depend on. */
export async function writeSnapshotFile(path: string, key: string, parts: SnapshotParts): Promise<void> {
  const { representations, ...rest } = parts
  await using file = await open(path, 'w', PRIVATE)
  const digest = createHash('sha256')
  // One at a time, so that requests are handled in between, and no second copy of everything is needed.
  for (const part of [{ key, rest }, ...representations]) {
    const bytes = serialize(part)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(bytes.length)
    digest.update(length).update(bytes)
    await file.writev([length, bytes])
  }
  await file.writeFile(digest.digest())
}

/** null if there is none, if it is damaged or unfinished, or if it was made by another program or with other settings. */
export function readSnapshotFile(path: string, key: string): SnapshotParts | null {
  try {
    const file = readFileSync(path)
    const content = file.subarray(0, -DIGEST_BYTES)
    if (!hash('sha256', content, 'buffer').equals(file.subarray(-DIGEST_BYTES))) return null
    const [first, ...representations] = readParts(content)
    return first.key === key ? { ...first.rest, representations } : null
  } catch {
    return null
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what the same program wrote, or it is not used
function* readParts(content: Buffer): Generator<any> {
  for (let end = 0; end < content.length; ) {
    const start = end + LENGTH_BYTES
    end = start + content.readUInt32LE(end)
    yield deserialize(content.subarray(start, end))
  }
}
