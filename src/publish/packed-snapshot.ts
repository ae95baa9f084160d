/** A Snapshot in shared memory: the publishing thread packs it once, and every thread that serves opens it from the same bytes. */
import { Deserializer, Serializer } from 'node:v8'
import type { SnapshotParts } from './snapshot.ts'

type Numbers = Uint8Array | Uint32Array

/** Where the structure begins; before it are the arrays that it refers to. */
const HEADER_BYTES = Float64Array.BYTES_PER_ELEMENT

export function packSnapshot(parts: SnapshotParts): SharedArrayBuffer {
  const arrays: { array: Numbers; start: number }[] = []
  let end = HEADER_BYTES
  const serializer = Object.assign(new Serializer() as Serializer & Documented, {
    _writeHostObject(array: NodeJS.TypedArray): void {
      if (!(array instanceof Uint8Array || array instanceof Uint32Array))
        throw new TypeError(`A packed Snapshot has no room for a ${array.constructor.name}`)
      arrays.push({ array, start: end })
      serializer.writeUint32(array.BYTES_PER_ELEMENT)
      serializer.writeDouble(end)
      serializer.writeUint32(array.length)
      // The next may have larger elements.
      end += Math.ceil(array.byteLength / HEADER_BYTES) * HEADER_BYTES
    },
  })
  serializer._setTreatArrayBufferViewsAsHostObjects(true)
  serializer.writeHeader()
  serializer.writeValue(parts)
  const structure = serializer.releaseBuffer()
  const packed = new SharedArrayBuffer(end + structure.length)
  new Float64Array(packed, 0, 1)[0] = end
  for (const { array, start } of arrays)
    viewOf(packed, array.BYTES_PER_ELEMENT, start, array.length).set(array)
  new Uint8Array(packed, end).set(structure)
  return packed
}

export function unpackSnapshot(packed: SharedArrayBuffer): SnapshotParts {
  const [end] = new Float64Array(packed, 0, 1)
  const deserializer = Object.assign(new Deserializer(Buffer.from(packed, end)), {
    _readHostObject: () =>
      viewOf(packed, deserializer.readUint32(), deserializer.readDouble(), deserializer.readUint32()),
  })
  deserializer.readHeader()
  return deserializer.readValue()
}

const viewOf = (memory: SharedArrayBuffer, elementBytes: number, start: number, length: number): Numbers =>
  elementBytes === 1 ? new Uint8Array(memory, start, length) : new Uint32Array(memory, start, length)

/** What Node's types lack. */
type Documented = { _setTreatArrayBufferViewsAsHostObjects(isHost: boolean): void }
