/** Assets: what pages load beside their text, at an address that stays and at one that changes with the content. */
import { fingerprintedPath } from '../base/content-digest.ts'
import type { Document } from './document.ts'

/** Pages link to the second; the first is for everyone who wrote the address down. */
export const withFingerprint = (document: Document): [stable: Document, immutable: Document] => [
  { ...document, caching: 'asset' },
  { ...document, path: fingerprintedPath(document.path, document.body), caching: 'immutable' },
]
