import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNetwork, type RangeReading } from '../../../../src/insights/network/network.ts'
import { createPieces } from '../../../../src/insights/network/pieces.ts'
import { assemble } from '../../../../train/assemble.ts'
import * as plain from './plain-network.ts'
import { makeWeights, PIECES, type Sizes } from './random-weights.ts'

const module = new WebAssembly.Module(await assemble())
const pieces = createPieces(PIECES)
/** A byte that is rounded the other way, because sums are in another order, changes readings by up to this much. */
const CLOSE = 0.003
const START = 2
const STOP = 3

const open = (sizes: Sizes, seed = 1) => {
  const weights = makeWeights(sizes, seed)
  return { weights, network: createNetwork(weights, module, pieces) }
}
const WORDS = "the work was unfriendly , l'attente was n't good ! 20 zzz the the".split(' ')
const HINTS = { wanted: [0, 3, 4], cues: [1, 14], trade: 2 }

/** The states of each word by the plain network, with where each word begins. */
function readPlainly(weights: ReturnType<typeof makeWeights>, words: string[]) {
  const places = [1]
  for (const word of words) places.push(places.at(-1)! + pieces.idsOf(word).length)
  const states = plain.encode(weights, [START, ...words.flatMap(pieces.idsOf), STOP])
  return { states, places }
}

const numbersOf = ({ aspects, critical, praising }: RangeReading) => [
  ...aspects.flatMap(({ chance, reading }) => [chance, ...Object.values(reading)]),
  critical,
  praising,
]

function assertClose(found: number[], wanted: number[]): void {
  assert.equal(found.length, wanted.length)
  for (const [index, value] of wanted.entries())
    assert.ok(
      Math.abs(found[index]! - value) <= CLOSE,
      `${index}: ${found[index]} instead of ${value}`,
    )
}

describe('The network', () => {
  for (const sizes of [
    { layers: 1, width: 32, inner: 64 },
    { layers: 2, width: 96, inner: 192 },
    { layers: 3, width: 160, inner: 400 },
    { layers: 2, width: 128, inner: 512 },
  ])
    it(`Reads aspects and opinions like the plain network: ${Object.values(sizes).join(', ')}`, () => {
      for (const seed of [1, 2]) {
        const { weights, network } = open(sizes, seed)
        const { states, places } = readPlainly(weights, WORDS)
        const encoded = network.read(WORDS)
        const range = { first: 3, end: 9 }
        const inside = states.slice(places[3], places[9])
        const aspects = numbersOf(encoded.aspects(range, HINTS))
        assertClose(aspects, numbersOf(plain.readAspects(weights, inside, HINTS)))
        const [opinion] = encoded.opinions(range, [{ first: 5, end: 6 }])
        const wanted = plain.readOpinion(
          weights,
          inside,
          places[5]! - places[3]!,
          places[6]! - places[3]!,
        )
        assertClose(Object.values(opinion!), [...wanted])
      }
    })

  it('Reads the same whatever it read before', () => {
    const { network } = open({ layers: 2, width: 64, inner: 128 })
    const read = (words: string[]) =>
      network.read(words).aspects({ first: 0, end: words.length }, HINTS)
    const fresh = read(WORDS.slice(0, 5))
    read([...WORDS, ...WORDS, ...WORDS])
    assert.deepEqual(read(WORDS.slice(0, 5)), fresh)
  })

  it('Reads the same on every machine', () => {
    const { network } = open({ layers: 2, width: 64, inner: 160 })
    const encoded = network.read([...WORDS, ...WORDS])
    const [opinion] = encoded.opinions({ first: 0, end: WORDS.length }, [{ first: 1, end: 2 }])
    const { aspects, critical } = encoded.aspects({ first: 0, end: WORDS.length }, HINTS)
    const found = [opinion!.negative, opinion!.positive, aspects[0]!.chance, critical]
    assert.deepEqual(
      found,
      [0.4709809124469757, 0.32133108377456665, 0.8278327055680853, 0.7241162881923636],
    )
  })

  it('Ignores the words after the longest text', () => {
    const { network } = open({ layers: 1, width: 32, inner: 64 })
    const read = (words: string[]) =>
      network.read(words).aspects({ first: 0, end: words.length }, HINTS)
    const longest = new Array(network.longest).fill('good')
    assert.deepEqual(read([...longest, 'work']), read(longest))
    const almost = longest.slice(1)
    assert.equal(network.countPieces('unfriendly'), 3)
    assert.deepEqual(read([...almost, 'unfriendly', 'the']), read(almost))
    const { aspects } = network.read([...longest, 'work']).aspects({ first: 192, end: 193 }, HINTS)
    assert.ok(aspects.every(({ chance }) => chance > 0 && chance < 1))
  })

  it('Knows how good a word is by itself', () => {
    const { weights, network } = open({ layers: 1, width: 32, inner: 64 })
    assert.equal(network.valenceOf(8), weights.bytes('valences')[8]! / 127)
  })
})
