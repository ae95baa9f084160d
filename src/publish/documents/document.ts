/** A document: what one address serves until the data changes. */
import type { RenderContext } from '../context/render-context.ts'

/** What one address serves while the data stays as it is. */
export interface Document {
  path: string
  contentType: string
  body: string | Uint8Array
  /** Tells the content, where that is known without reading the whole body. */
  digest?: string
  /** Compressed only when somebody asks for it: there are many like it, and few are read before the data changes again. */
  isSeldom?: true
  /** Makes the gzip of a large body faster than from the body alone. */
  gzip?: () => Promise<Uint8Array>
}

export type RenderDocuments = (context: RenderContext) => Document[]
