/** Files that the owner drops on the desk: kept in a private folder, under names of our own, until they are imported. */
import { rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  Busboy,
  type BusboyFileStream,
  type BusboyHeaders,
  type BusboyInstance,
} from '@fastify/busboy'
import type { TemporaryFolder } from '../../actions/temporary-folder.ts'
import { cleanLine, unlessItThrows } from '../../model/scalars.ts'

export interface Upload {
  id: string
  /** The name on the owner's computer, for people to read. */
  name: string
  /** Where it is kept. */
  path: string
  size: number
}

type UploadProblem = 'too_large' | 'no_file' | 'broken' | 'not_ours' | 'stalled'

export const MOST_UPLOAD_MIB = 100
const MOST_BYTES = MOST_UPLOAD_MIB * 2 ** 20
/** The other fields and the boundaries need some bytes, too. */
const MOST_FORM_BYTES = MOST_BYTES + 64 * 1024
const LIMITS = { headerSize: 8192, parts: 50, fieldSize: 1024, fileSize: MOST_BYTES }
/** Beyond this a browser gets no polite response any more. */
const MOST_DRAINED_BYTES = 4 * 2 ** 30
const LONGEST_NAME = 200
/** A slow line may take its time, but one on which nothing arrives for so long is given up. */
const MOST_SILENT_MS = 30_000

/** Keeps one file at a time: a new one takes the place of the one before. */
export function createUploads(
  newId: () => string,
  openFolder: () => Promise<TemporaryFolder>,
  silentMs = MOST_SILENT_MS,
) {
  let folder: Promise<TemporaryFolder> | undefined
  let current: Upload | null = null

  const newPath = async (id: string) => {
    folder ??= openFolder()
    return join((await folder).path, id)
  }

  /** Forgets the upload and deletes its file. */
  const discard = async () => {
    const old = current
    current = null
    if (old) await rm(old.path, { force: true })
  }

  /** Keeps a file that somebody else brings. If there is a problem, nothing is kept. */
  async function hold<Problem extends string>(
    bring: (path: string) => Promise<Pick<Upload, 'name'> | Problem>,
  ): Promise<Upload | Problem> {
    const id = newId()
    const path = await newPath(id)
    try {
      const brought = await bring(path)
      if (typeof brought === 'string') return brought
      await discard()
      current = { id, path, ...brought, size: (await stat(path)).size }
      return current
    } finally {
      if (current?.id !== id) await rm(path, { force: true })
    }
  }

  return {
    /** Reads the whole request, whatever comes of it, so that the browser shows the response. */
    async receive(incoming: IncomingMessage, isOurs: (csrf: string) => boolean) {
      const body = readWhileItArrives(incoming, silentMs)
      return await hold(path => receiveFile(incoming.headers, body, path, isOurs)).finally(
        async () => {
          await drain(body)
          incoming.setTimeout(0)
        },
      )
    },
    hold,
    find: (id: string) => (current?.id === id ? current : null),
    discard,
    async close(): Promise<void> {
      current = null
      const opened = folder
      folder = undefined
      ;(await opened)?.remove()
    },
  }
}

class Stalled extends Error {}

/** The server sets no limit of time for a request that has its own: this one ends when nothing arrives any more. */
function readWhileItArrives(incoming: IncomingMessage, silentMs: number): Readable {
  // Whoever reads it gets the error, even later.
  const body = new PassThrough().on('error', () => {})
  incoming.setTimeout(silentMs, () => body.destroy(new Stalled()))
  incoming.on('error', error => body.destroy(error))
  return incoming.pipe(body)
}

async function receiveFile(
  headers: IncomingHttpHeaders,
  body: Readable,
  path: string,
  isOurs: (csrf: string) => boolean,
): Promise<Pick<Upload, 'name'> | UploadProblem> {
  if (Number(headers['content-length']) > MOST_FORM_BYTES) return 'too_large'
  const parser = createParser(headers)
  if (!parser) return 'broken'
  let csrf = ''
  let file: { name: string; stream: BusboyFileStream; saved: Promise<void> } | undefined
  let problem: UploadProblem | undefined
  let failure: Error | undefined

  const stop = (reason: UploadProblem) => {
    problem ??= reason
    parser.destroy()
    file?.stream.destroy()
  }
  const giveUp = (error: unknown) => stop(error instanceof Stalled ? 'stalled' : 'broken')
  const save = async (stream: BusboyFileStream) => {
    try {
      await pipeline(stream, bytes => writeFile(path, bytes, { flag: 'wx', mode: 0o600 }))
    } catch (error) {
      // A form that is given up ends its file as well. Otherwise the disk is to blame.
      if (!problem) failure = error as Error
      parser.destroy()
    }
  }

  parser.on('error', giveUp)
  parser.on('partsLimit', () => stop('broken'))
  parser.on('field', (name, value) => {
    if (name === 'csrf') csrf = value
  })
  parser.on('file', (name, stream, fileName) => {
    if (name !== 'file' || !fileName || file) return stream.resume()
    // The token comes before the file in our forms, so nothing of a foreign one reaches the disk.
    if (!isOurs(csrf)) return stop('not_ours')
    stream.on('limit', () => stop('too_large'))
    file = { name: nameFrom(fileName), stream, saved: save(stream) }
  })
  await pipeline(bytesOf(body, stop), parser).catch(giveUp)
  await file?.saved
  if (failure) throw failure
  if (problem) return problem
  if (!isOurs(csrf)) return 'not_ours'
  return file?.stream.bytesRead ? { name: file.name } : 'no_file'
}

/** Returns null for a body that is no form with files. */
function createParser(headers: IncomingHttpHeaders): BusboyInstance | null {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) return null
  // It throws if the body has no boundary, or one that is too long.
  return (
    unlessItThrows(() => new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS })) ?? null
  )
}

/** Browsers write quotation marks and line ends in a name as %22, %0D and %0A. */
const nameFrom = (fileName: string) =>
  cleanLine(
    fileName
      .replaceAll('%22', '"')
      .replaceAll(/%0[DA]/gi, ' ')
      .slice(-LONGEST_NAME),
  ) || 'file'

async function* bytesOf(body: Readable, stop: (reason: UploadProblem) => void) {
  let length = 0
  // The stream stays open when the reading ends early: the rest must still be drained.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > MOST_FORM_BYTES) return stop('too_large')
    yield chunk
  }
}

/** A browser shows the response only after it has sent everything. */
export async function drain(body: Readable): Promise<void> {
  let length = 0
  if (body.readableEnded || body.destroyed) return
  try {
    for await (const chunk of body) {
      length += chunk.length
      if (length > MOST_DRAINED_BYTES) return
    }
  } catch {
    // The browser went away.
  }
}
