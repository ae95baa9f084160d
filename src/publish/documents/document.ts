/** Documents: what each path serves until the data changes. */
import type { RenderContext } from '../context/render-context.ts'

export interface Document {
  path: string
  contentType: string
  body: string | Uint8Array
  /** Identifies the content, where that is known without hashing the whole body. */
  digest?: string
  /** How long clients may use it without asking again; absent where every change must be visible at once. */
  maxAgeSeconds?: number
  /** Compressed on first request: there are many such documents, and few are read before the data changes again. */
  isCompressedLater?: true
  /** Compresses a large body faster than from the body alone. */
  gzip?: () => Promise<Uint8Array>
}

export type RenderDocuments = (context: RenderContext) => Document[]
