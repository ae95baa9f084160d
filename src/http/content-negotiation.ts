/** Which content coding a reader takes (RFC 9110 §12.5.3). */
import { CODINGS, type CodingOrNone } from '../publish/documents/compression.ts'

const remembered = new Map<string, CodingOrNone[]>()
const REMEMBERED_HEADERS = 200

/** The codings that the reader accepts, its favourite first and ours first among equals. Empty: not even plain bytes. */
export function acceptedCodings(header: string | undefined): CodingOrNone[] {
  if (header === undefined) return ['identity']
  const known = remembered.get(header)
  if (known) return known
  if (remembered.size >= REMEMBERED_HEADERS) remembered.clear()
  const weights = parseWeights(header)
  const weightOf = (coding: CodingOrNone) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  const accepted = [...CODINGS, 'identity' as const]
    .filter(coding => weightOf(coding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  remembered.set(header, accepted)
  return accepted
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(piece => piece.trim())
    if (name === '') continue
    const q = parameters.find(parameter => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight)
  }
  return weights
}
