/** The presets (`presets.json`): how services that deliver reviews are asked, as their public documentation describes it. */
import type { Paging, PRESETS, ReviewSource, Secret } from '../../model/review-source.ts'
import presets from './presets.json' with { type: 'json' }

/** What trades a refresh token for the access token of each pull. */
type OAuthSecrets = Record<'clientId' | 'clientSecret' | 'refreshToken', Secret>

/** A source with everything that it takes to fetch it. */
export interface PullTarget {
  url: URL
  headers: Record<string, Secret>
  query: Record<string, Secret>
  paging: Paging | undefined
  oauth?: { url: URL } & OAuthSecrets
  /** Some services collect the reviews while we wait. */
  patienceMs?: number
}

interface Preset extends Partial<Pick<PullTarget, 'headers' | 'query' | 'paging' | 'patienceMs'>> {
  origin: string
  /** {id} stands for the id of the business, and {path} for one that is a path itself. */
  path: string
  oauth?: { origin: string } & OAuthSecrets
}

const TARGETS: Record<(typeof PRESETS)[number], Preset> = presets

export function targetOf({ preset, id = '', ...source }: ReviewSource): PullTarget {
  const { origin, headers, query } = source
  if (!preset) return { url: new URL(source.url!), headers, query, paging: source.paging }
  const { oauth, patienceMs, ...known } = TARGETS[preset]
  const path = known.path
    .replace('{id}', () => encodeURIComponent(id))
    .replace('{path}', () => id.split('/').map(encodeURIComponent).join('/'))
  return {
    url: new URL(path, origin ?? known.origin),
    headers: { ...known.headers, ...headers },
    query: { ...known.query, ...query },
    paging: known.paging,
    ...(oauth && { oauth: { ...oauth, url: new URL('/token', origin ?? oauth.origin) } }),
    ...(patienceMs !== undefined && { patienceMs }),
  }
}

/** The variables that a source needs. */
export function secretsOf({ headers, query, oauth }: PullTarget): string[] {
  const ofToken = oauth ? [oauth.clientId, oauth.clientSecret, oauth.refreshToken] : []
  return [...Object.values(headers), ...Object.values(query), ...ofToken].map(({ env }) => env)
}
