/** What the server calls itself: the same on its card, in its registry entry and when a client connects. */
import { isIP } from 'node:net'
import type { Business } from '../model/business.ts'
import { FAVICON_PATH } from '../publish/base/public-paths.ts'

const SUFFIX = '-reviews'
/** The registry's limits. */
const MAX_LENGTH = { description: 100, title: 100, name: 200 }

export interface ServerIdentity {
  name: string
  title: string
  description: string
  version: string
  websiteUrl: string
  icons: { src: string; mimeType: string; sizes: string[] }[]
}

export function serverIdentity(
  { baseUrl, business }: { baseUrl: string; business: Business },
  version: string,
): ServerIdentity {
  return {
    name: registryName(new URL(baseUrl).hostname, business.id),
    title: shorten(`Reviews about ${business.name}`, MAX_LENGTH.title),
    description: shorten(
      `Customer reviews about ${business.name}: search, sentiment, topics.`,
      MAX_LENGTH.description,
    ),
    version,
    websiteUrl: baseUrl,
    icons: [{ src: baseUrl + FAVICON_PATH, mimeType: 'image/svg+xml', sizes: ['any'] }],
  }
}

/** The registry wants names in reverse-DNS form. */
function registryName(hostname: string, businessId: string): string {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  const reversed = isAddress ? 'localhost' : hostname.split('.').reverse().join('.')
  return `${reversed}/${businessId}`.slice(0, MAX_LENGTH.name - SUFFIX.length) + SUFFIX
}

/** Never splits a surrogate pair. */
const shorten = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
