import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Decrypter, Encrypter } from 'age-encryption'
import { decryptFile, encryptFile, isEncrypted } from '../../../../src/actions/backup/age-file.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { useQuickPassphrases } from '../../../kit/quick-passphrases.ts'

const PASSPHRASE = 'correct horse battery stäple'
const CHUNK = 64 * 1024
const bytesOf = (size: number) =>
  Buffer.from(Array.from({ length: size }, (_, place) => (place * 7) % 251))

/** By the version of this program that had its own implementation of the format. */
const MADE_WITH_NODE_CIPHERS =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBzOC9WQVpSV3BRRDhOaThvcHBCd1J3IDE3ClFGZnVTb09HdGUrRHF0dmFJNm5oTXlOWkNZb1lOU2dvSVovYzNsck1tUEEKLS0tIHB1VVpTVG5hZjd5SmJYaVBxRmpBOTI4VWZreWdrTmUybC83eUhwcVdSQTQK2nH6Hs37+gXC1VOvzK9cPRA8AkfSIrN/2kLGiHxL889gDP+SvSXGEgXwNL6WMH8BMoxb+p7WFOoTcFS/LJYgjUwv'

async function makeFiles(t: TestContext, size: number) {
  const { path } = await makeFolder(t)
  const [plain, sealed, opened] = ['plain', 'sealed', 'opened'].map(name => join(path, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(plain, bytesOf(size))
  return { plain, sealed, opened }
}

describe('An encrypted file', () => {
  useQuickPassphrases()

  for (const size of [0, 1, CHUNK, CHUNK + 1, 3 * CHUNK])
    it(`A file of ${size} bytes is the same after it was encrypted and decrypted, and only its owner reads it`, async t => {
      const { plain, sealed, opened } = await makeFiles(t, size)
      await encryptFile(plain, sealed, PASSPHRASE)
      assert.deepEqual([await isEncrypted(plain), await isEncrypted(sealed)], [false, true])
      await decryptFile(sealed, opened, PASSPHRASE)
      assert.deepEqual(readFileSync(opened), bytesOf(size))
      for (const file of [sealed, opened]) assert.equal(statSync(file).mode & 0o777, 0o600)
    })

  it('A wrong passphrase, a changed byte, a missing end and an appended byte are noticed', async t => {
    const { plain, sealed, opened } = await makeFiles(t, 2 * CHUNK)
    await encryptFile(plain, sealed, PASSPHRASE)
    await assert.rejects(
      decryptFile(sealed, opened, `${PASSPHRASE}!`),
      /BACKUP_PASSPHRASE does not open/,
    )
    const good = readFileSync(sealed)
    const changed = (place: number) =>
      Buffer.from(good.map((byte, at) => (at === place ? byte ^ 1 : byte)))
    const wholeChunk = good.length - CHUNK - 16
    const macAt = good.indexOf('--- ') + 10
    for (const bad of [
      changed(macAt),
      changed(good.length - 1),
      changed(good.length - CHUNK),
      good.subarray(0, -1),
      good.subarray(0, wholeChunk),
      Buffer.concat([good, Buffer.from('x')]),
    ]) {
      writeFileSync(sealed, bad)
      await assert.rejects(decryptFile(sealed, opened, PASSPHRASE), /is damaged|does not open/)
    }
    await assert.rejects(
      decryptFile(plain, opened, PASSPHRASE),
      /is not encrypted with a passphrase/,
    )
  })
})

describe('A file encrypted as in operation', () => {
  it('The interface of the format for whole files opens ours, which is slow to guess, and we open its', async t => {
    const { plain, sealed, opened } = await makeFiles(t, CHUNK + 5)
    await encryptFile(plain, sealed, PASSPHRASE)
    // 128 MiB of memory for each guess.
    assert.match(readFileSync(sealed, 'latin1'), /^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/)
    const decrypter = new Decrypter()
    decrypter.addPassphrase(PASSPHRASE)
    assert.deepEqual(Buffer.from(await decrypter.decrypt(readFileSync(sealed))), bytesOf(CHUNK + 5))
    const encrypter = new Encrypter()
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(10)
    writeFileSync(sealed, await encrypter.encrypt(bytesOf(2 * CHUNK)))
    await decryptFile(sealed, opened, PASSPHRASE)
    assert.deepEqual(readFileSync(opened), bytesOf(2 * CHUNK))
  })

  it('A file that the same format on other ciphers made is opened', async t => {
    const { sealed, opened } = await makeFiles(t, 0)
    writeFileSync(sealed, Buffer.from(MADE_WITH_NODE_CIPHERS, 'base64'))
    await decryptFile(sealed, opened, PASSPHRASE)
    assert.equal(readFileSync(opened, 'utf8'), 'A backup made before this version.')
  })
})
