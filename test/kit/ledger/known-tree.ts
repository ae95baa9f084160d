/** The tree of the Certificate Transparency test vectors, and RFC 6962 §2.1 implemented literally. */
import { hash } from 'node:crypto'

export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(text => Buffer.from(text, 'hex'))

/** The roots over the first 0, 1, 2 … 8 leaves. */
export const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** The Merkle Tree Hash over the leaves' data. */
export function treeHash(data: Uint8Array[]): Uint8Array {
  if (data.length === 0) return sha256(Buffer.alloc(0))
  if (data.length === 1) return sha256(Buffer.concat([Buffer.of(0), data[0]!]))
  const k = 2 ** (Math.ceil(Math.log2(data.length)) - 1)
  return sha256(Buffer.concat([Buffer.of(1), treeHash(data.slice(0, k)), treeHash(data.slice(k))]))
}

/** `count` different leaves. */
export const makeLeaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, number) => Buffer.from(`leaf ${number}`))

/** The same bytes with one bit changed. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes)
  flipped[bit >> 3]! ^= 1 << (bit & 7)
  return flipped
}
