/** Reads a form with files part by part (RFC 7578), so that a file never has to fit into memory. */

export interface PartHead {
  name: string
  /** As the browser sent it: for people, never for a path. null for a plain field. */
  fileName: string | null
}

export interface PartSink {
  write(bytes: Uint8Array): Promise<void> | void
  end(): Promise<void> | void
}

/** A body that is not such a form. */
export class BrokenForm extends Error {
  override name = 'BrokenForm'
}

const MOST_HEADER_BYTES = 8192
const MOST_PARTS = 50

/** null for another type of body. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

/** Opens each part in turn and hands it its bytes. */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  openPart: (head: PartHead) => Promise<PartSink> | PartSink,
): Promise<void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line before it, so we add one.
  let pending: Buffer = Buffer.from('\r\n')
  let sink: PartSink | null = null
  let partCount = 0

  /** Hands over what surely belongs to the part; true when the part is complete. */
  async function readBody(open: PartSink): Promise<boolean> {
    const end = pending.indexOf(delimiter)
    // The last bytes may be the beginning of a boundary.
    const sure = end === -1 ? Math.max(0, pending.length - delimiter.length + 1) : end
    if (sure > 0) await open.write(pending.subarray(0, sure))
    pending = pending.subarray(sure)
    return end !== -1
  }

  /** The head of the next part; 'end' after the last one, null if more bytes are needed. */
  function readHead(): PartHead | 'end' | null {
    const start = delimiter.length
    if (pending.length >= start && !pending.subarray(0, start).equals(delimiter))
      throw new BrokenForm('It does not begin with its boundary.')
    if (pending.toString('latin1', start, start + 2) === '--') return 'end'
    const end = pending.indexOf('\r\n\r\n', start)
    if (end === -1 && pending.length > start + MOST_HEADER_BYTES)
      throw new BrokenForm('The header of a part never ends.')
    if (end === -1) return null
    if (++partCount > MOST_PARTS) throw new BrokenForm('It has too many parts.')
    const head = parseHead(pending.toString('utf8', start, end))
    pending = pending.subarray(end + 4)
    return head
  }

  /** As far as the bytes at hand go; true at the end of the form. */
  async function advance(): Promise<boolean> {
    for (;;) {
      if (sink) {
        if (!(await readBody(sink))) return false
        await sink.end()
        sink = null
      }
      const head = readHead()
      if (head === 'end') return true
      if (head === null) return false
      sink = await openPart(head)
    }
  }

  for await (const chunk of chunks) {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk])
    // What follows the last boundary means nothing.
    if (await advance()) return
  }
  throw new BrokenForm('It ends too early.')
}

function parseHead(lines: string): PartHead {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(lines)?.[1] ?? ''
  const name = parameter(disposition, 'name')
  if (name === null) throw new BrokenForm('A part has no name.')
  return { name, fileName: parameter(disposition, 'filename') }
}

/** Browsers write quotation marks and line ends in a name as %22, %0D and %0A. */
function parameter(disposition: string, name: string): string | null {
  const value = new RegExp(`(?:^|;)\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1]
  return value?.replaceAll(/%22/g, '"').replaceAll(/%0[DA]/gi, ' ') ?? null
}
