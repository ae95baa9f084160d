/** Addresses that the operator types. */
import { unlessItThrows } from '../../ingest/values/unless-it-throws.ts'
import { parseAddress } from '../../outgoing/typed-address.ts'
import { UsageError } from './result.ts'

/** `need` says what the command needs, if the text is not an http or https address. */
export function readTypedUrl(text: string, need: string): URL {
  const url = parseAddress(text)
  if (!url) throw new UsageError(need)
  if (unlessItThrows(() => decodeURIComponent(url.username + url.password)) === undefined)
    throw new UsageError('Write a % in the user name or password of an address as %25.')
  return url
}
