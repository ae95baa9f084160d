/** Short digests of content: different contents never share one by chance. */
import { hash } from 'node:crypto'

const CHARACTERS = 22

export const digestOf = (content: Uint8Array | string) =>
  hash('sha256', content, 'base64url').slice(0, CHARACTERS)
