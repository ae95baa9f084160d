/** Documents that are made while they are sent: few clients want them, and kept they would need as much memory as the dataset. */
import { pipeline, Readable, type Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CodingOrNone, createCoder } from './compression.ts'

export interface StreamedDocument {
  contentType: string
  digest: string
  /** Each takes a millisecond or two to make. */
  pieces(): Iterable<Uint8Array>
}

/** For clients that read slowly: each takes a megabyte or two, and keeps the dataset that it is made from. */
const MOST_OPEN = 64
const open = new Set<Writable>()

/** The oldest response gives way to a new one. A client that goes away is no error. */
export function sendStreamed(
  { pieces }: StreamedDocument,
  coding: CodingOrNone,
  target: Writable,
  onError: (error: Error) => void,
): void {
  const [oldest] = open.size < MOST_OPEN ? [] : open
  if (oldest && open.delete(oldest)) oldest.destroy()
  open.add(target)
  const source = Readable.from(inTurns(pieces()), { objectMode: false })
  const coders = coding === 'identity' ? [] : [createCoder[coding]()]
  pipeline([source, ...coders, target], error => {
    open.delete(target)
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') onError(error)
  })
}

let lastTurn = Promise.resolve()

/** One piece of all open documents, then whatever else waits. */
async function* inTurns(pieces: Iterable<Uint8Array>) {
  for (const piece of pieces) {
    yield piece
    lastTurn = lastTurn.then(() => nextTurn())
    await lastTurn
  }
}
