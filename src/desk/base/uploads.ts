/** Files that the owner drops on the desk: kept in a private folder, under names of our own, until they are imported. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanLine } from '../../model/scalars.ts'
import { BrokenForm, boundaryOf, type PartSink, readMultipart } from './multipart.ts'

export interface Upload {
  id: string
  /** The name on the owner's computer, for people to read. */
  name: string
  /** Where it is kept. */
  path: string
  size: number
}

export type Received =
  | { upload: Upload }
  /** `too_large` files are neither kept in memory nor on the disk. */
  | { problem: 'too_large' | 'no_file' | 'broken' | 'not_ours' }

export interface Uploads {
  /** Reads the whole request, whatever comes of it, so that the browser shows the response. */
  receive(incoming: IncomingMessage, isOurs: (csrf: string) => boolean): Promise<Received>
  find(id: string): Upload | null
  /** Forgets the upload and deletes its file. */
  discard(): Promise<void>
  close(): Promise<void>
}

export const MOST_UPLOAD_MIB = 100
const MOST_BYTES = MOST_UPLOAD_MIB * 2 ** 20
/** The other fields and the boundaries. */
const FORM_BYTES = 64 * 1024
const MOST_FIELD_BYTES = 1024
/** Beyond this a browser gets no polite response any more. */
const MOST_DRAINED_BYTES = 4 * 2 ** 30
const LONGEST_NAME = 200

/** One file at a time: a new one takes the place of the one before. */
export function createUploads(newId: () => string): Uploads {
  let folder: Promise<string> | undefined
  let current: Upload | null = null

  const discard = async () => {
    const old = current
    current = null
    if (old) await rm(old.path, { force: true })
  }

  return {
    async receive(incoming, isOurs) {
      const boundary = boundaryOf(incoming.headers['content-type'] ?? '')
      if (Number(incoming.headers['content-length']) > MOST_BYTES + FORM_BYTES) {
        await drain(incoming)
        return { problem: 'too_large' }
      }
      if (boundary === null) {
        await drain(incoming)
        return { problem: 'broken' }
      }
      // Readable by this user only.
      folder ??= mkdtemp(join(tmpdir(), 'firsthand-desk-'))
      const id = newId()
      const path = join(await folder, id)
      const received = await receiveFile(incoming, boundary, path, isOurs)
      await drain(incoming)
      if (typeof received === 'string') {
        await rm(path, { force: true })
        return { problem: received }
      }
      await discard()
      current = { id, path, ...received }
      return { upload: current }
    },
    find: id => (current?.id === id ? current : null),
    discard,
    async close() {
      current = null
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

type Problem = Extract<Received, { problem: unknown }>['problem']

async function receiveFile(
  incoming: IncomingMessage,
  boundary: string,
  path: string,
  isOurs: (csrf: string) => boolean,
): Promise<Pick<Upload, 'name' | 'size'> | Problem> {
  let csrf = ''
  const file = { name: '', size: 0 }
  let handle: FileHandle | undefined
  try {
    await readMultipart(limited(incoming), boundary, async ({ name, fileName }) => {
      if (name === 'csrf') return collect(text => (csrf = text))
      if (name !== 'file' || !fileName || handle) return NOWHERE
      // The token comes before the file in our forms, so nothing of a foreign one reaches the disk.
      if (!isOurs(csrf)) throw new Stop('not_ours')
      file.name = nameFrom(fileName)
      handle = await open(path, 'wx', 0o600)
      return writeTo(handle, size => (file.size = size))
    })
  } catch (error) {
    if (error instanceof Stop) return error.problem
    if (error instanceof BrokenForm) return 'broken'
    throw error
  } finally {
    await handle?.close()
  }
  if (!isOurs(csrf)) return 'not_ours'
  return file.size === 0 ? 'no_file' : file
}

/** The last part, as people know the file. */
const nameFrom = (fileName: string) =>
  cleanLine(fileName.split(/[/\\]/).at(-1)!.slice(-LONGEST_NAME)) || 'file'

/** Ends the reading of a form early. */
class Stop extends Error {
  problem: Problem
  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}

const NOWHERE: PartSink = { write() {}, end() {} }

function collect(done: (text: string) => void): PartSink {
  const chunks: Uint8Array[] = []
  let length = 0
  return {
    write(bytes) {
      length += bytes.length
      if (length <= MOST_FIELD_BYTES) chunks.push(Buffer.from(bytes))
    },
    end: () => done(Buffer.concat(chunks).toString()),
  }
}

function writeTo(handle: FileHandle, onSize: (size: number) => void): PartSink {
  let size = 0
  return {
    async write(bytes) {
      size += bytes.length
      if (size > MOST_BYTES) throw new Stop('too_large')
      await handle.appendFile(bytes)
      onSize(size)
    },
    end() {},
  }
}

async function* limited(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  let length = 0
  // Keeps the stream open when the reading ends early: the rest must still be drained.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > MOST_BYTES + FORM_BYTES) throw new Stop('too_large')
    yield chunk
  }
}

/** A browser shows the response only after it has sent everything. */
export async function drain(incoming: IncomingMessage): Promise<void> {
  let length = 0
  if (incoming.readableEnded || incoming.destroyed) return
  try {
    for await (const chunk of incoming) {
      length += chunk.length
      if (length > MOST_DRAINED_BYTES) return
    }
  } catch {
    // The browser went away.
  }
}
