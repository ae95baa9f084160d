/** Internal errors go to the log; the client only learns that there was one. */
import { ProtocolError } from '@modelcontextprotocol/server'
import { ERRORS, type McpCode } from '../model/errors.ts'
import type { Snapshot } from '../publish/snapshot.ts'

export type FaultGuard = <Args extends unknown[], Result>(
  work: (...args: Args) => Result,
) => (...args: Args) => Result

/** What resources and prompts are registered with. */
export type Guarded = { current: () => Snapshot; guard: FaultGuard }

export function createFaultGuard(onError: (error: Error) => void): FaultGuard {
  return work =>
    (...args) => {
      try {
        return work(...args)
      } catch (error) {
        if (error instanceof ProtocolError) throw error
        onError(error as Error)
        throw protocolError('internal_error', 'Something went wrong.')
      }
    }
}

/** An error that the client does see. */
export const protocolError = (code: McpCode, message: string, data?: object) =>
  new ProtocolError(ERRORS[code].mcp[1], message, data)
