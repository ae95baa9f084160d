/**
 * Files encrypted with a passphrase, in the format of age (C2SP age, version 1), so that the tool `age` opens them, too. The
 * ciphers are Node's own: they are fast and leave the event loop alone.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StoreProblem } from '../../store/base/store-problem.ts'

const VERSION = 'age-encryption.org/v1'
/** 128 MiB of memory for each guess; a file from elsewhere may ask for up to 1 GiB. */
const WORK_FACTOR = 17
const MOST_WORK = 20
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 16
const MOST_HEADER_BYTES = 1024
const HEADER = /^age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) (\d{1,2})\n([\w+/]{43})\n--- ([\w+/]{43})\n/

export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  await using source = await open(from)
  await using target = await open(to, 'w', 0o600)
  const fileKey = randomBytes(16)
  const salt = randomBytes(16)
  const wrapped = seal(await stretch(passphrase, salt, WORK_FACTOR), Buffer.alloc(12), fileKey)
  const start = `${VERSION}\n-> scrypt ${base64(salt)} ${WORK_FACTOR}\n${base64(wrapped)}\n---`
  const nonce = randomBytes(NONCE_BYTES)
  await target.write(Buffer.concat([Buffer.from(`${start} ${base64(macOf(fileKey, start))}\n`), nonce]))
  const key = derive(fileKey, nonce, 'payload')
  await eachChunk(source, 0, CHUNK_BYTES, async (chunk, number) => {
    await target.write(seal(key, number, chunk))
  })
  await target.sync()
}

/** Rejects if the passphrase is wrong, or if a byte of the file is not as it was written. */
export async function decryptFile(from: string, to: string, passphrase: string): Promise<void> {
  await using source = await open(from)
  const head = Buffer.alloc(MOST_HEADER_BYTES)
  const { bytesRead } = await source.read(head, 0, MOST_HEADER_BYTES, 0)
  const [header, salt, work, wrapped, mac] = HEADER.exec(head.toString('latin1', 0, bytesRead)) ?? []
  if (header === undefined || Number(work) > MOST_WORK)
    throw new StoreProblem(`${from} is not encrypted with a passphrase in the format of age.`)
  const bytes = (text: string | undefined) => Buffer.from(text!, 'base64')
  const stretched = await stretch(passphrase, bytes(salt), Number(work))
  const fileKey = unseal(stretched, Buffer.alloc(12), bytes(wrapped))
  if (!fileKey)
    throw new StoreProblem(`BACKUP_PASSPHRASE does not open ${from}. Use the one it was made with.`)
  const damaged = new StoreProblem(`${from} is damaged: it is not as it was written. Use another backup.`)
  const start = header.slice(0, header.lastIndexOf(' '))
  if (!macOf(fileKey, start).equals(bytes(mac))) throw damaged
  const payload = header.length + NONCE_BYTES
  const key = derive(fileKey, head.subarray(header.length, payload), 'payload')
  await using target = await open(to, 'w', 0o600)
  await eachChunk(source, payload, CHUNK_BYTES + TAG_BYTES, async (chunk, number) => {
    const plain = unseal(key, number, chunk)
    if (!plain) throw damaged
    await target.write(plain)
  })
  await target.sync()
}

export async function isEncrypted(file: string): Promise<boolean> {
  await using source = await open(file)
  const { buffer } = await source.read(Buffer.alloc(VERSION.length), 0, VERSION.length, 0)
  return buffer.toString() === VERSION
}

/** The number of a chunk also says whether it is the last, so that none can be cut off or moved. */
async function eachChunk(
  source: FileHandle,
  start: number,
  chunkBytes: number,
  use: (chunk: Buffer, number: Buffer) => Promise<void>,
): Promise<void> {
  const { size } = await source.stat()
  const count = Math.max(1, Math.ceil((size - start) / chunkBytes))
  for (let place = 0; place < count; place++) {
    const { buffer, bytesRead } = await source.read(
      Buffer.alloc(chunkBytes),
      0,
      chunkBytes,
      start + place * chunkBytes,
    )
    const number = Buffer.alloc(12)
    number.writeUIntBE(place, 5, 6)
    number[11] = place === count - 1 ? 1 : 0
    await use(buffer.subarray(0, bytesRead), number)
  }
}

const CIPHER = 'chacha20-poly1305'
const TAG = { authTagLength: TAG_BYTES }

function seal(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, TAG)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** null if it was not sealed with this key. */
function unseal(key: Uint8Array, nonce: Uint8Array, sealed: Buffer): Buffer | null {
  if (sealed.length < TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, nonce, TAG)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
  try {
    decipher.final()
    return plain
  } catch {
    return null
  }
}

const stretchKey = promisify<string, Uint8Array, number, object, Buffer>(scrypt)
const stretch = (passphrase: string, salt: Buffer, work: number) =>
  stretchKey(passphrase.normalize(), Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt]), 32, {
    N: 2 ** work,
    r: 8,
    p: 1,
    maxmem: 2 ** 31,
  })

const derive = (key: Uint8Array, salt: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))
const macOf = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
