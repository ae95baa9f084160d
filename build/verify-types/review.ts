/**
 * What dist/model/review.d.ts says instead of the schemas, whose types would need Zod: in the declaration of a copied object the
 * compiler writes out every property.
 */
import type * as model from '../../src/model/review.ts'

const review = { ...({} as model.Review) }
export type Review = typeof review
