/** The render context: everything that documents are rendered from. */
import type { composeContext } from './compose-context.ts'

export type RenderContext = ReturnType<typeof composeContext>

/** A date for examples: that of the newest review. */
export const exampleDate = ({ newest }: RenderContext) => newest[0]?.date ?? '2026-01-01'
