/** Hashes of source keys: they recognize a review, and nothing of an erased one remains in them. */
import { createHash } from 'node:crypto'

export interface SourceKey {
  source: string
  sourceKey: string
}

/** The name of a setting that says that a review was erased, and not which: so that an import does not bring it back. */
export const erasedKey = (source: string, sourceKey: string) => ERASED + hashOf(source, sourceKey)

export const ERASED = 'erased:'

/** The name of the setting by which a further identifier leads to its review, even to an erased one. */
export const aliasKey = ({ source, sourceKey }: SourceKey) => ALIAS + hashOf(source, sourceKey)

export const ALIAS = 'review_alias:'

const hashOf = (source: string, sourceKey: string) =>
  createHash('sha256').update(`${source}\n${sourceKey}`).digest('base64url')
