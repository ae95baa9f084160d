/** Addresses in the one spelling in which they are kept: a letter and its escape are the same (RFC 3986 §6.2.2). */

/** Of a path whose escapes may be decoded in part, as Hono does it. One with a broken escape is none of ours, and stays as it is. */
export function addressOf(path: string): string {
  try {
    return path
      .split('/')
      .map(segment => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return path
  }
}
