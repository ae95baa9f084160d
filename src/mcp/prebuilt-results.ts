/**
 * Answers that are JSON already. The SDK would read them into objects and write them again, twice, which costs more than all the
 * rest of a request. So it carries marks instead, and the marks are replaced in the bytes that go out.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { asBuffer } from '../publish/pieces/bytes.ts'

export interface PrebuiltResults {
  /** What a tool is to return whose answer is this JSON object. */
  result(json: Uint8Array): CallToolResult
  /** What the list of tools is to be that is this JSON array. */
  list(json: Uint8Array): ListToolsResult
  /** Lets a request be answered: `make` gives the message that the SDK wrote, and this the one to send. */
  fill(make: () => Promise<string>): Promise<Buffer>
}

const MARK = 'the answer stands here'
const MARKED: CallToolResult = {
  content: [{ type: 'text', text: MARK }],
  structuredContent: { [MARK]: true },
}
const TEXT = `"text":${JSON.stringify(MARK)}`
const OBJECT = JSON.stringify(MARKED.structuredContent)
const LIST = '"tools":[]'

/** What stands in a message where, and the bytes that belong there. */
type Replacement = [mark: string, before: string, bytes: Uint8Array, after: string]

interface Answering {
  replacements: Replacement[]
}

export function createPrebuiltResults(): PrebuiltResults {
  const requests = new AsyncLocalStorage<Answering>()

  function replace(...replacements: Replacement[]): void {
    const request = requests.getStore()
    if (!request) throw new Error('A tool was called outside of a request')
    request.replacements = replacements
  }

  return {
    result(json) {
      replace([TEXT, '"text":"', escapeJson(json), '"'], [OBJECT, '', json, ''])
      return MARKED
    },
    list(json) {
      replace([LIST, '"tools":', json, ''])
      return { tools: [] }
    },
    async fill(make) {
      const request: Answering = { replacements: [] }
      const message = await requests.run(request, make)
      return splice(message, request.replacements)
    },
  }
}

/** The marks stand in any order, and each once: in what a client says, such as its id, quotes are escaped. */
function splice(message: string, replacements: Replacement[]): Buffer {
  const found = replacements
    .map(([mark, ...rest]) => ({
      start: message.indexOf(mark),
      end: message.indexOf(mark) + mark.length,
      rest,
    }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start)
  const parts: Uint8Array[] = []
  let from = 0
  for (const { start, end, rest } of found) {
    const [before, bytes, after] = rest
    parts.push(Buffer.from(message.slice(from, start) + before), bytes, Buffer.from(after))
    from = end
  }
  return Buffer.concat([...parts, Buffer.from(message.slice(from))])
}

/**
 * JSON as it stands inside a JSON text, without its quotes. It has no control characters, so only quotes and backslashes change, and
 * those are single bytes: seen as Latin-1 it need not be decoded.
 */
function escapeJson(json: Uint8Array): Uint8Array {
  return Buffer.from(JSON.stringify(asBuffer(json).toString('latin1')).slice(1, -1), 'latin1')
}
