/** Zip files for tests: PKWARE APPNOTE 6.3.10 §4.3, deflated, without dates. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: string | Uint8Array
  /** A false size for the zip to state. */
  statedSize?: number
  isEncrypted?: boolean
}

export function makeZip(entries: ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, statedSize, isEncrypted } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800 + (isEncrypted ? 1 : 0), 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(statedSize ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const location = Buffer.alloc(14)
    location.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, location, Buffer.from(name)]),
    )
    bodies.push(local)
    offset += local.length
  }
  return Buffer.concat([
    ...bodies,
    ...directory,
    endOf(entries.length, offset, Buffer.concat(directory).length),
  ])
}

function endOf(count: number, offset: number, size: number): Buffer {
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([Buffer.from('PK\x05\x06'), end])
}
