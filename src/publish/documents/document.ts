/** Documents: what each path serves until the data changes. */
import { fingerprintedPath } from '../base/content-digest.ts'

/** How long copies of a document may be used: docs/decisions/search-and-feeds.md has the reasons. */
export type Caching = 'reviews' | 'figures' | 'asset' | 'discovery' | 'immutable'

export interface Document {
  path: string
  contentType: string
  body: string | Uint8Array
  /** Identifies the content, where that is known without hashing the whole body. */
  digest?: string
  /** Like reviews when absent: every change is visible at once. */
  caching?: Caching
}

/** Documents that are rendered together when somebody asks for one of them. An asset is asked for without its fingerprint. */
export interface DocumentSet {
  paths: string[]
  render(): Document[]
}

/** A document alone. */
export const documentAt = (path: string, render: () => Document): DocumentSet => ({
  paths: [path],
  render: () => [render()],
})

/** Assets have an address that stays, for everyone who wrote it down, and one that changes with the content, to which pages link. */
export const withFingerprint = (document: Document): [stable: Document, immutable: Document] => [
  { ...document, caching: 'asset' },
  { ...document, path: fingerprintedPath(document.path, document.body), caching: 'immutable' },
]
