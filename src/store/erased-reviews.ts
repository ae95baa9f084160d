/** Recognizes an erased review by a hash of its source key, so that an import does not bring it back. */
import { sha256 } from './base/node-sha256.ts'

export const erasedKey = (source: string, sourceKey: string) =>
  `erased:${Buffer.from(sha256(Buffer.from(`${source}\n${sourceKey}`))).toString('base64url')}`
