/** Where an audit reads from, and the failures that it reports. */
import type { AuditCode } from '../model/errors.ts'
import { fromUtf8, type Sha256 } from './encoding.ts'

export type { AuditCode } from '../model/errors.ts'

export class AuditFailure extends Error {
  code: AuditCode

  constructor(code: AuditCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AuditFailure'
    this.code = code
  }
}

/** Turns plain errors thrown by `run` into failures with a code and a location. */
export function failingAs<T>(code: AuditCode, where: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new AuditFailure(code, `${where}: ${(error as Error).message}`)
  }
}

export interface AuditSource {
  /** Fetches a path such as `/log/checkpoint`. Must throw for any status but 200. */
  get(path: string): Promise<Uint8Array>
  hash: Sha256
}

export async function readSource({ get }: AuditSource, path: string): Promise<Uint8Array> {
  try {
    return await get(path)
  } catch (error) {
    throw new AuditFailure('unreadable', `${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

export async function readSourceText(source: AuditSource, path: string): Promise<string> {
  const bytes = await readSource(source, path)
  return failingAs('unreadable', path, () => fromUtf8(bytes))
}
