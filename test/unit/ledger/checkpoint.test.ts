import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  parseCheckpoint,
  parseVerifierKey,
  verifyCheckpoint,
} from '../../../src/ledger/checkpoint.ts'
import {
  checkpointBody,
  keyId,
  signedNote,
  verifierKey,
} from '../../../src/ledger/sign-checkpoint.ts'
import { flipBit, hex, ROOTS, sha256 } from '../../kit/ledger/known-tree.ts'

const NAME = 'reviews.example/log'
const root = Buffer.from(ROOTS[8]!, 'hex')
const body = checkpointBody(NAME, 8, root)

function makeSigner(name = NAME) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return {
    key,
    vkey: verifierKey(name, key, sha256),
    note: (text: string) =>
      signedNote(text, name, key, sign(null, Buffer.from(text), privateKey), sha256),
  }
}

const { key, vkey, note } = makeSigner()
const good = note(body)
const [, signatureLine] = good.split('\n\n') as [string, string]

describe('A checkpoint', () => {
  it('A checkpoint has the three lines of C2SP tlog-checkpoint', () => {
    assert.equal(body, 'reviews.example/log\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n')
  })

  it('A checkpoint is signed with an em dash, the name, and the key id before the signature', () => {
    const [dash, name, encoded] = signatureLine.trimEnd().split(' ') as [string, string, string]
    assert.deepEqual([dash, name], ['\u2014', NAME])
    const bytes = Buffer.from(encoded, 'base64')
    assert.equal(hex(bytes.subarray(0, 4)), vkey.split('+')[1])
    assert.equal(bytes.length, 4 + 64)
  })

  it('A checkpoint is parsed into its parts', () => {
    const { origin, size, root: parsed, body: signed, signatures } = parseCheckpoint(good)
    assert.deepEqual([origin, size, hex(parsed), signed], [NAME, 8, ROOTS[8], body])
    assert.deepEqual(
      signatures.map(one => [one.name, hex(one.keyId), one.signature.length]),
      [[NAME, hex(keyId(NAME, key, sha256)), 64]],
    )
  })

  it('A checkpoint may have more lines, which are signed too', async () => {
    const longer = note(`${body}an extension\n`)
    assert.equal((await verifyCheckpoint(longer, vkey, sha256)).size, 8)
    assert.equal(parseCheckpoint(longer).body, `${body}an extension\n`)
  })

  it('The checkpoint of an empty log has size 0', () => {
    assert.equal(parseCheckpoint(note(checkpointBody(NAME, 0, sha256(Buffer.alloc(0))))).size, 0)
  })

  it('A checkpoint in any other form is rejected', () => {
    const wrong: [text: string, message: RegExp][] = [
      ['', /not a text followed by signatures/],
      [body, /not a text followed by signatures/],
      [`${body}\n`, /signature line/],
      [good.trimEnd(), /not a text followed by signatures/],
      [`${good}\n`, /three lines|signature line/],
      [good.replace('\n8\n', '\n08\n'), /not a whole number/],
      [good.replace('\n8\n', '\n8.0\n'), /not a whole number/],
      [good.replace('\n8\n', '\n-8\n'), /not a whole number/],
      [good.replace('\n8\n', '\n 8\n'), /not a whole number/],
      [good.replace('\n8\n', '\n0x8\n'), /not a whole number/],
      [good.replace('\n8\n', '\n9007199254740993\n'), /not a whole number/],
      [good.replace('\n8\n', '\n'), /three lines/],
      [good.replace('\n8\n', '\n8\r\n'), /control characters/],
      [good.replace('\n8\n', '\n8\t\n'), /control characters/],
      [good.replace('\n8\n', '\n\n8\n'), /three lines/],
      [`${body}\nmore\n${good.slice(body.length)}`, /three lines/],
      [good.replace('Qyg=', 'Qyh='), /canonical spelling/],
      [good.replace('Qyg=', 'Qyg'), /canonical spelling/],
      [good.replace(/^X.*$/m, 'AAAA'), /not 32 bytes long/],
      [good.replace(/^.*$/m, ''), /three lines/],
      [good.replace('\u2014', '-'), /signature line/],
      [good.replace('\u2014 ', '\u2014  '), /signature line/],
      [good.replace(/ \S+\n$/, ' AAAA\n'), /too short/],
      [good.replace(/ \S+\n$/, ' AAAAAA==\n'), /too short/],
      [good.replace(/ \S+\n$/, '\n'), /signature line/],
      [good.replace(/\n$/, ' \n'), /signature line/],
      [good.replace(/\n$/, ' more\n'), /signature line/],
      [good.replace('\u2014 r', '\u2014 \u009br'), /signature line/],
      [good.replace('\u2014 r', '\u2014 +r'), /signature line/],
    ]
    for (const [text, message] of wrong)
      assert.throws(() => parseCheckpoint(text), { message }, JSON.stringify(text))
  })
})

describe('The signature of a checkpoint', () => {
  it('A signature verifies with a synchronous or asynchronous hash', async () => {
    assert.equal((await verifyCheckpoint(good, vkey, sha256)).origin, NAME)
    assert.equal((await verifyCheckpoint(good, vkey, async bytes => sha256(bytes))).origin, NAME)
  })

  it('A signature fails if any bit of the note is changed', async () => {
    const bytes = Buffer.from(good)
    // A flipped bit that breaks UTF-8 becomes a replacement character.
    const decoder = new TextDecoder()
    for (let bit = 0; bit < bytes.length * 8; bit++)
      await assert.rejects(
        verifyCheckpoint(decoder.decode(flipBit(bytes, bit)), vkey, sha256),
        /^Error: (?:The checkpoint|The signature|A signature|The size|The root hash|The text is not base64)/,
        `bit ${bit} of byte ${bit >> 3}`,
      )
  })

  it('Signatures of unknown keys are ignored', async () => {
    const witness = makeSigner('witness.example').note(body).split('\n\n')[1]!
    const sameName = makeSigner().note(body).split('\n\n')[1]!
    const both = `${body}\n${witness}${sameName}${signatureLine}`
    assert.equal((await verifyCheckpoint(both, vkey, sha256)).signatures.length, 3)
  })

  it('A signature with the id of the known key but another name is ignored', async () => {
    const renamed = signatureLine.replace(NAME, 'other.example')
    await assert.rejects(verifyCheckpoint(`${body}\n${renamed}`, vkey, sha256), /not signed by/)
  })

  it('A note without a signature of the known key is rejected', async () => {
    const other = makeSigner('witness.example').note(body)
    await assert.rejects(
      verifyCheckpoint(other, vkey, sha256),
      /not signed by reviews\.example\/log/,
    )
  })

  it('Every signature of the known key must be valid', async () => {
    const forged = note(checkpointBody(NAME, 9, root)).split('\n\n')[1]!
    await assert.rejects(verifyCheckpoint(`${good}${forged}`, vkey, sha256), /is wrong/)
  })

  it('A key whose id does not match is rejected', async () => {
    const wrongId = vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')
    await assert.rejects(verifyCheckpoint(good, wrongId, sha256), /does not match its name and key/)
  })

  it('A note is not called wrong if signatures cannot be verified', async t => {
    t.mock.method(globalThis.crypto.subtle, 'importKey', () => Promise.reject(new Error('unknown')))
    await assert.rejects(verifyCheckpoint(good, vkey, sha256), /cannot be checked here/)
  })
})

describe('A verifier key', () => {
  const example = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'

  it('The example key of C2SP signed-note is reproduced', () => {
    const { name, publicKey } = parseVerifierKey(example)
    assert.equal(verifierKey(name, publicKey, sha256), example)
  })

  it('A verifier key is parsed into its parts', () => {
    const parsed = parseVerifierKey(vkey)
    assert.deepEqual([parsed.name, hex(parsed.publicKey)], [NAME, hex(key)])
    assert.equal(hex(parsed.keyId), hex(keyId(NAME, key, sha256)))
  })

  it('A verifier key in any other form is rejected', () => {
    const wrong: [text: string, message: RegExp][] = [
      ['', /not a verifier key/],
      ['example.com/foo', /not a verifier key/],
      [`${example}\n`, /canonical spelling/],
      [example.replace('530d903a', '530D903A'), /not a verifier key/],
      [example.replace('530d903a', '530d903'), /not a verifier key/],
      [example.replace('530d903a', '530d903a0'), /not a verifier key/],
      [example.replace('example', 'exa mple'), /not a verifier key/],
      [example.replace('example', '\u001b[2Jexample'), /not a verifier key/],
      [example.replace('example', '\u009bexample'), /not a verifier key/],
      [example.replace('example', 'exa\u007fmple'), /not a verifier key/],
      [example.replace('AekyeR', 'BekyeR'), /not a 32-byte Ed25519 key/],
      [example.slice(0, -4), /not a 32-byte Ed25519 key/],
      [`${example}AAAA`, /not a 32-byte Ed25519 key/],
      [example.slice(example.indexOf('+')), /not a verifier key/],
    ]
    for (const [text, message] of wrong)
      assert.throws(() => parseVerifierKey(text), { message }, JSON.stringify(text))
  })

  it('No verifier key is made with a name that could not be parsed', () => {
    for (const name of [
      '',
      'a b',
      'a+b',
      'a\u2003b',
      'a\n',
      'a\u0085b',
      '\u0000',
      '\u001b[2J',
      'a\u009b',
    ])
      assert.throws(() => verifierKey(name, key, sha256), /name of a key/, JSON.stringify(name))
  })
})
