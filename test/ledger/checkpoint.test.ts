import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  checkpointBody,
  keyId,
  parseCheckpoint,
  parseVerifierKey,
  signedNote,
  verifierKey,
  verifyCheckpoint,
} from '../../src/ledger/checkpoint.ts'
import { flipBit, hex, ROOTS, sha256 } from './known-tree.ts'

const NAME = 'reviews.example/log'
const root = Buffer.from(ROOTS[8]!, 'hex')
const body = checkpointBody(NAME, 8, root)

function makeSigner(name = NAME) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return {
    key,
    vkey: verifierKey(name, key, sha256),
    note: (text: string) => signedNote(text, name, key, sign(null, Buffer.from(text), privateKey), sha256),
  }
}

const { key, vkey, note } = makeSigner()
const good = note(body)
const [, signatureLine] = good.split('\n\n') as [string, string]

describe('a checkpoint', () => {
  it('is the three lines of C2SP tlog-checkpoint', () => {
    assert.equal(body, 'reviews.example/log\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n')
  })

  it('is signed with an em dash, the name, and the key id before the signature', () => {
    const [dash, name, encoded] = signatureLine.trimEnd().split(' ') as [string, string, string]
    assert.deepEqual([dash, name], ['\u2014', NAME])
    const bytes = Buffer.from(encoded, 'base64')
    assert.equal(hex(bytes.subarray(0, 4)), vkey.split('+')[1])
    assert.equal(bytes.length, 4 + 64)
  })

  it('is taken apart into what it was made of', () => {
    const { origin, size, root: parsed, body: signed, signatures } = parseCheckpoint(good)
    assert.deepEqual([origin, size, hex(parsed), signed], [NAME, 8, ROOTS[8], body])
    assert.deepEqual(
      signatures.map(one => [one.name, hex(one.keyId), one.signature.length]),
      [[NAME, hex(keyId(NAME, key, sha256)), 64]],
    )
  })

  it('may have further lines, which are signed with it', async () => {
    const longer = note(`${body}an extension\n`)
    assert.equal((await verifyCheckpoint(longer, vkey, sha256)).size, 8)
    assert.equal(parseCheckpoint(longer).body, `${body}an extension\n`)
  })

  it('of an empty log has the size 0', () => {
    assert.equal(parseCheckpoint(note(checkpointBody(NAME, 0, sha256(Buffer.alloc(0))))).size, 0)
  })

  it('is refused in any other form', () => {
    const wrong = [
      '',
      body,
      `${body}\n`,
      good.trimEnd(),
      `${good}\n`,
      good.replace('\n8\n', '\n08\n'),
      good.replace('\n8\n', '\n8.0\n'),
      good.replace('\n8\n', '\n-8\n'),
      good.replace('\n8\n', '\n9007199254740993\n'),
      good.replace('\n8\n', '\n'),
      good.replace('\n8\n', '\n8\r\n'),
      good.replace('\n8\n', '\n\n8\n'),
      good.replace('Qyg=', 'Qyh='),
      good.replace('Qyg=', 'Qyg'),
      good.replace(/^.*$/m, ''),
      good.replace('\u2014', '-'),
      good.replace('\u2014 ', '\u2014  '),
      good.replace(/ \S+\n$/, ' AAAA\n'),
      good.replace(/\n$/, ' \n'),
      good.replace('\u2014 r', '\u2014 \u009br'),
    ]
    for (const text of wrong) assert.throws(() => parseCheckpoint(text), Error, JSON.stringify(text))
  })
})

describe('the signature of a checkpoint', () => {
  it('is right as it was made, with a hash that comes at once or later', async () => {
    assert.equal((await verifyCheckpoint(good, vkey, sha256)).origin, NAME)
    assert.equal((await verifyCheckpoint(good, vkey, async bytes => sha256(bytes))).origin, NAME)
  })

  it('is wrong with any one bit of the note changed', async () => {
    const bytes = Buffer.from(good)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for (let bit = 0; bit < bytes.length * 8; bit++)
      await assert.rejects(
        async () => verifyCheckpoint(decoder.decode(flipBit(bytes, bit)), vkey, sha256),
        `bit ${bit} of byte ${bit >> 3}`,
      )
  })

  it('may stand among signatures of keys that are not known', async () => {
    const witness = makeSigner('witness.example').note(body).split('\n\n')[1]!
    const sameName = makeSigner().note(body).split('\n\n')[1]!
    const both = `${body}\n${witness}${sameName}${signatureLine}`
    assert.equal((await verifyCheckpoint(both, vkey, sha256)).signatures.length, 3)
  })

  it('must be there', async () => {
    const other = makeSigner('witness.example').note(body)
    await assert.rejects(verifyCheckpoint(other, vkey, sha256), /not signed by reviews\.example\/log/)
  })

  it('must be right wherever the key is named', async () => {
    const forged = note(checkpointBody(NAME, 9, root)).split('\n\n')[1]!
    await assert.rejects(verifyCheckpoint(`${good}${forged}`, vkey, sha256), /is wrong/)
  })

  it('is not checked with a key whose id is not its own', async () => {
    const wrongId = vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')
    await assert.rejects(verifyCheckpoint(good, wrongId, sha256), /does not belong to its name and key/)
  })

  it('is not called wrong where it cannot be checked', async t => {
    t.mock.method(globalThis.crypto.subtle, 'importKey', () => Promise.reject(new Error('unknown')))
    await assert.rejects(verifyCheckpoint(good, vkey, sha256), /cannot be checked here/)
  })
})

describe('a verifier key', () => {
  const example = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'

  it('is that of the example in C2SP signed-note', () => {
    const { name, publicKey } = parseVerifierKey(example)
    assert.equal(verifierKey(name, publicKey, sha256), example)
  })

  it('comes back as it was', () => {
    const parsed = parseVerifierKey(vkey)
    assert.deepEqual([parsed.name, hex(parsed.publicKey)], [NAME, hex(key)])
    assert.equal(hex(parsed.keyId), hex(keyId(NAME, key, sha256)))
  })

  it('is refused in any other form', () => {
    const wrong = [
      '',
      'example.com/foo',
      `${example}\n`,
      example.replace('530d903a', '530D903A'),
      example.replace('530d903a', '530d903'),
      example.replace('example', 'exa mple'),
      example.replace('example', '\u001b[2Jexample'),
      example.replace('example', '\u009bexample'),
      example.replace('example', 'exa\u007fmple'),
      example.replace('AekyeR', 'BekyeR'),
      example.slice(0, -4),
      example.slice(example.indexOf('+')),
    ]
    for (const text of wrong) assert.throws(() => parseVerifierKey(text), Error, JSON.stringify(text))
  })

  it('is not made with a name that could not be read again', () => {
    for (const name of ['', 'a b', 'a+b', 'a\u2003b', 'a\n', 'a\u0085b', '\u0000', '\u001b[2J', 'a\u009b'])
      assert.throws(() => verifierKey(name, key, sha256), /name of a key/, JSON.stringify(name))
  })
})
