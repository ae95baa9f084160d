/** What a client accepts: content codings (RFC 9110 §12.5.3), Markdown instead of a page, and problem details (§12.5.1). */
import { oncePerValue } from '../model/once-per.ts'
import { CODINGS, type CodingOrNone } from '../publish/documents/compression.ts'

const MAX_CACHED_HEADERS = 200

/** By the client's preference, then by ours. Empty if it rejects even identity. */
export const acceptedCodings = oncePerValue((header: string | undefined): CodingOrNone[] => {
  if (header === undefined) return ['identity']
  const weights = parseWeights(header)
  const weightOf = (coding: CodingOrNone) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  return [...CODINGS, 'identity' as const]
    .filter(coding => weightOf(coding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
}, MAX_CACHED_HEADERS)

/** Only a client that names it, and does not like HTML better: browsers accept anything. */
export function prefersMarkdown(header: string | undefined): boolean {
  const weights = parseWeights(header ?? '')
  const markdown = weights.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0)
}

/** Only a client that names the type: most accept anything, and expect our own JSON. */
export const acceptsProblem = (header: string | undefined) =>
  (parseWeights(header ?? '').get('application/problem+json') ?? 0) > 0

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
