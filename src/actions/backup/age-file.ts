/** Files encrypted with a passphrase, in the format of age (C2SP age, version 1), so that the tool `age` opens them, too. */
import { open, writeFile } from 'node:fs/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { StoreProblem } from '../../store/base/store-problem.ts'

const VERSION = 'age-encryption.org/v1'
/** 128 MiB of memory for each guess; of a file from elsewhere, the library accepts up to 1 GiB. */
const WORK_FACTOR = 17
const PRIVATE = { mode: 0o600, flush: true }

export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase.normalize())
  encrypter.setScryptWorkFactor(WORK_FACTOR)
  await using source = await open(from)
  await writeFile(to, await encrypter.encrypt(source.readableWebStream()), PRIVATE)
}

/** Rejects if the passphrase is wrong, or if a byte of the file is not as it was written. `name` is what messages call it. */
export async function decryptFile(
  from: string,
  to: string,
  passphrase: string,
  name = from,
): Promise<void> {
  if (!(await beginsWith(from, `${VERSION}\n-> scrypt `)))
    throw new StoreProblem(`${name} is not encrypted with a passphrase in the format of age.`)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase.normalize())
  await using source = await open(from)
  try {
    await writeFile(to, await decrypter.decrypt(source.readableWebStream()), PRIVATE)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Only errors of the file system have a code.
    if (code !== undefined) throw error
    throw new StoreProblem(
      message.startsWith('no identity matched')
        ? `BACKUP_PASSPHRASE does not open ${name}. Use the one it was made with.`
        : `${name} is damaged: it is not as it was written. Use another backup.`,
    )
  }
}

export const isEncrypted = (file: string) => beginsWith(file, VERSION)

async function beginsWith(file: string, text: string): Promise<boolean> {
  await using source = await open(file)
  const { buffer } = await source.read(Buffer.alloc(text.length), 0, text.length, 0)
  return buffer.toString('latin1') === text
}
