import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCheckpoint } from '../../../src/ledger/checkpoint.ts'
import {
  COSIGNED_ED25519,
  COSIGNED_ML_DSA_44,
  findSignature,
  parseNoteKey,
  parseWitnessKey,
} from '../../../src/ledger/cosignature.ts'
import { openSeed, verifyBytes } from '../../../src/store/base/node-signatures.ts'
import { sha256 } from '../../kit/ledger/known-tree.ts'
import vectors from '../../service/witness/vectors.json' with { type: 'json' }

const KINDS = [
  ['Ed25519', vectors.ed25519, COSIGNED_ED25519],
  ['ML-DSA-44', vectors.ml_dsa_44, COSIGNED_ML_DSA_44],
] as const

describe('Cosignatures', () => {
  for (const [kind, { key, note, seed }, type] of KINDS) {
    const witness = parseWitnessKey(key, sha256)

    it(`A cosignature with ${kind} that another program made is valid, with its time`, () => {
      const found = findSignature(parseCheckpoint(note), witness, verifyBytes)
      assert.deepEqual(found, { state: 'valid', time: vectors.time })
    })

    it(`A cosignature with ${kind} holds for its checkpoint and time only`, () => {
      const other = parseCheckpoint(note)
      const root = other.root.map(byte => byte ^ 1)
      const body = other.body.replace('\n300\n', '\n301\n')
      assert.equal(
        findSignature({ ...other, root, size: 301, body }, witness, verifyBytes).state,
        'wrong',
      )
      const later = parseCheckpoint(note)
      const line = later.signatures.at(-1)!
      line.signature = Uint8Array.from(line.signature)
      line.signature[7]! ^= 1
      assert.equal(findSignature(later, witness, verifyBytes).state, 'wrong')
      line.signature.fill(0, 0, 8)
      assert.equal(findSignature(later, witness, verifyBytes).state, 'wrong')
      line.signature.fill(1, 0, 8)
      assert.equal(findSignature(later, witness, verifyBytes).state, 'wrong')
      line.signature = line.signature.slice(0, 20)
      assert.equal(findSignature(later, witness, verifyBytes).state, 'wrong')
      line.signature = line.signature.slice(0, 8)
      assert.equal(findSignature(later, witness, verifyBytes).state, 'wrong')
    })

    it(`A key for ${kind} is made from the same seed by both programs`, () => {
      const { publicKey } = openSeed(type, Buffer.from(seed, 'hex'))
      assert.deepEqual(publicKey, new Uint8Array(witness.publicKey))
    })
  }

  it('A cosignature that is not there is missing, and those of other keys do not count', () => {
    const witness = parseWitnessKey(vectors.ml_dsa_44.key, sha256)
    const checkpoint = parseCheckpoint(vectors.ed25519.note)
    assert.deepEqual(findSignature(checkpoint, witness, verifyBytes), { state: 'missing' })
  })

  it('One wrong signature of a key spoils its valid one', () => {
    const witness = parseWitnessKey(vectors.ed25519.key, sha256)
    const checkpoint = parseCheckpoint(vectors.ed25519.note)
    const good = checkpoint.signatures.at(-1)!
    checkpoint.signatures.push({ ...good, signature: good.signature.map(byte => byte ^ 1) })
    assert.deepEqual(findSignature(checkpoint, witness, verifyBytes), { state: 'wrong' })
  })

  it('The key of a log is not accepted for a witness, nor an id of another key', () => {
    assert.equal(parseNoteKey(vectors.log.key, sha256).type, 1)
    assert.throws(() => parseWitnessKey(vectors.log.key, sha256), /key of a log/)
    assert.throws(
      () => parseNoteKey(vectors.log.key.replace(/\+[0-9a-f]{8}\+/, '+00000000+'), sha256),
      /does not match/,
    )
    assert.throws(() => parseNoteKey('a+00000000+Ag==', sha256), /neither/)
  })
})
