/**
 * Answers that are JSON already. The SDK would read them into objects and write them again, twice, which costs more than all the
 * rest of a request. So it carries marks instead, and the marks are replaced in the bytes that go out.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'

export interface Ready {
  /** What a tool is to return whose answer is this JSON object. */
  result(json: string): CallToolResult
  /** What the list of tools is to be that is this JSON array. */
  list(json: string): ListToolsResult
  /** Lets a request be answered: `make` gives the message that the SDK wrote, and this the one to send. */
  fill(make: () => Promise<string>): Promise<Buffer>
}

const MARK = 'the answer stands here'
const MARKED: CallToolResult = {
  content: [{ type: 'text', text: MARK }],
  structuredContent: { [MARK]: true },
}
const [TEXT, OBJECT] = [JSON.stringify(MARK), JSON.stringify(MARKED.structuredContent)]

const EMPTY_LIST = '"tools":[]'

interface Answering {
  /** What is replaced, and by what. */
  replacements: [mark: string, json: () => string][]
}

export function createReady(): Ready {
  const requests = new AsyncLocalStorage<Answering>()

  function replace(...replacements: Answering['replacements']): void {
    const request = requests.getStore()
    if (!request) throw new Error('A tool was called outside of a request')
    request.replacements = replacements
  }

  return {
    result(json) {
      // The object first: it holds the text too.
      replace([OBJECT, () => json], [`"text":${TEXT}`, () => `"text":${JSON.stringify(json)}`])
      return MARKED
    },
    list(json) {
      replace([EMPTY_LIST, () => `"tools":${json}`])
      return { tools: [] }
    },
    async fill(make) {
      const request: Answering = { replacements: [] }
      let message = await requests.run(request, make)
      for (const [mark, json] of request.replacements) message = message.replace(mark, json)
      return Buffer.from(message)
    },
  }
}
