/**
 * A Snapshot as a file. The builder writes it, the service reads it into memory and answers from that memory.
 *
 * It begins with a header; then come the arrays of the Snapshot as they are, the structure that refers to them, and the
 * same again for what only the builder reads. A digest of all this stands at the end: a file without it is not complete.
 */
import { createHash, hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Deserializer, Serializer } from 'node:v8'
import type { SavedState } from './prepared-state.ts'
import type { SnapshotParts } from './snapshot.ts'

/** What was published may have been removed since. */
const PRIVATE = 0o600
const DIGEST_BYTES = 32
/** The digest of the key, and where four things begin or end. */
const HEADER_BYTES = DIGEST_BYTES + 4 * Float64Array.BYTES_PER_ELEMENT
/** Arrays begin where every kind of number may. */
const ALIGNMENT = 8
const READ_BYTES = 4 * 1024 * 1024

/** `key` identifies the program and the settings that the content depends on. */
export async function writeSnapshotFile(
  path: string,
  key: string,
  parts: SnapshotParts,
  /** What the next build copies from; absent where it cannot. */
  state: SavedState | null,
): Promise<void> {
  const forService = encode(parts, HEADER_BYTES)
  const forBuilder = encode(state, forService.end)
  const header = Buffer.alloc(HEADER_BYTES)
  digestOfKey(key).copy(header)
  const places = [
    forService.structureStart,
    forService.end,
    forBuilder.structureStart,
    forBuilder.end,
  ]
  for (const [index, place] of places.entries())
    header.writeDoubleLE(place, DIGEST_BYTES + 8 * index)
  await using file = await open(path, 'w', PRIVATE)
  const digest = createHash('sha256')
  for (const piece of [header, ...forService.pieces, ...forBuilder.pieces]) {
    digest.update(piece)
    await file.writeFile(piece)
  }
  // A digest at the end means that everything before it is there, also after a power cut.
  await file.sync()
  await file.writeFile(digest.digest())
  await file.sync()
}

/** null if the file is missing, incomplete or damaged, or was made by another program or with other settings. */
export async function readSnapshotFile(path: string, key: string): Promise<SnapshotParts | null> {
  const read = await readPart(path, key, ({ serviceEnd }) => serviceEnd)
  return read && (decode(read.bytes, read.serviceStructure, read.serviceEnd) as SnapshotParts)
}

/** null under the same conditions. */
export async function readSavedState(path: string, key: string): Promise<SavedState | null> {
  const read = await readPart(path, key, ({ builderEnd }) => builderEnd)
  return read && (decode(read.bytes, read.builderStructure, read.builderEnd) as SavedState | null)
}

type Places = ReturnType<typeof readHeader>

/** Reads up to a place into memory, and checks the rest as well. */
async function readPart(path: string, key: string, endOf: (places: Places) => number) {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    const header = await readAt(file, 0, HEADER_BYTES)
    const places = readHeader(header)
    const isOurs = header.subarray(0, DIGEST_BYTES).equals(digestOfKey(key))
    if (!isOurs || size !== places.builderEnd + DIGEST_BYTES) return null
    const bytes = Buffer.from(new ArrayBuffer(endOf(places)))
    const digest = createHash('sha256')
    for (let start = 0; start < places.builderEnd; start += READ_BYTES) {
      const piece = await readAt(file, start, Math.min(READ_BYTES, places.builderEnd - start))
      digest.update(piece)
      piece.copy(bytes, start)
    }
    const written = await readAt(file, places.builderEnd, DIGEST_BYTES)
    return digest.digest().equals(written) ? { ...places, bytes } : null
  } catch {
    return null
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(piece, 0, length, position)
  return piece.subarray(0, bytesRead)
}

function readHeader(header: Buffer) {
  const placeAt = (index: number) => header.readDoubleLE(DIGEST_BYTES + 8 * index)
  return {
    serviceStructure: placeAt(0),
    serviceEnd: placeAt(1),
    builderStructure: placeAt(2),
    builderEnd: placeAt(3),
  }
}

const digestOfKey = (key: string) => hash('sha256', key, 'buffer')

type Numbers = Uint8Array | Uint32Array

/** The arrays in a value, each at its place in the file, and the structure that refers to them. */
function encode(value: unknown, start: number) {
  const pieces: Uint8Array[] = []
  let end = start
  const add = (piece: Uint8Array) => {
    const padding = -(end + piece.length) & (ALIGNMENT - 1)
    pieces.push(piece, new Uint8Array(padding))
    end += piece.length + padding
  }
  const serializer = Object.assign(new Serializer() as Serializer & Documented, {
    _writeHostObject(array: NodeJS.TypedArray): void {
      if (!(array instanceof Uint8Array || array instanceof Uint32Array))
        throw new TypeError(`A Snapshot file has no room for a ${array.constructor.name}`)
      serializer.writeUint32(array.BYTES_PER_ELEMENT)
      serializer.writeDouble(end)
      serializer.writeUint32(array.length)
      add(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    },
  })
  serializer._setTreatArrayBufferViewsAsHostObjects(true)
  serializer.writeHeader()
  serializer.writeValue(value)
  const structureStart = end
  add(serializer.releaseBuffer())
  return { pieces, structureStart, end }
}

/** Its arrays are views of the same bytes. */
function decode({ buffer }: Buffer<ArrayBuffer>, start: number, end: number): unknown {
  const deserializer = Object.assign(new Deserializer(Buffer.from(buffer, start, end - start)), {
    _readHostObject(): Numbers {
      const elementBytes = deserializer.readUint32()
      const [place, length] = [deserializer.readDouble(), deserializer.readUint32()]
      return elementBytes === 1
        ? new Uint8Array(buffer, place, length)
        : new Uint32Array(buffer, place, length)
    },
  })
  deserializer.readHeader()
  return deserializer.readValue()
}

/** What Node's types lack. */
type Documented = { _setTreatArrayBufferViewsAsHostObjects(isHost: boolean): void }
