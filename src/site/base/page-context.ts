/** What every part of a page needs to know: whose pages these are, and their address. */
import type { RenderContext } from '../../publish/context/render-context.ts'

export type PageContext = Pick<RenderContext, 'baseUrl' | 'business' | 'site' | 'locale' | 'isReading'>
