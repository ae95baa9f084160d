/** Paths in one spelling: a character and its percent-encoding are the same (RFC 3986 §6.2.2). */

/** Hono has decoded part of the path. A path with a broken escape stays as it is: no document has one. */
export function canonicalPath(path: string): string {
  try {
    return path
      .split('/')
      .map(segment => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return path
  }
}
