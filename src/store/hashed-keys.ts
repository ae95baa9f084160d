/** Hashes of source keys: they recognize a review, and nothing of an erased one remains in them. */
import { createHash } from 'node:crypto'

/** Takes the place of the source key of an erased review, so that an import does not bring the review back. */
export const erasedKey = (source: string, sourceKey: string) => `erased:${hashOf(source, sourceKey)}`

/** The name of the setting by which a further identifier leads to its review, even to an erased one. */
export const aliasKey = ({ source, sourceKey }: { source: string; sourceKey: string }) =>
  `review_alias:${hashOf(source, sourceKey)}`

const hashOf = (source: string, sourceKey: string) =>
  createHash('sha256').update(`${source}\n${sourceKey}`).digest('base64url')
