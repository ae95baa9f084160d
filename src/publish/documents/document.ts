/** Documents: what each path serves until the data changes. */
import type { RenderContext } from '../context/render-context.ts'

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
  /** Compressed on first request: there are many such documents, and few are read before the data changes again. */
  isCompressedLater?: true
  /** Compresses a large body faster than from the body alone. */
  gzip?: () => Promise<Uint8Array>
}

export type RenderDocuments = (context: RenderContext) => Document[]
