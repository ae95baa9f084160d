/** What an audit reads from: the service's own addresses, by whatever means the caller has. */
import { AuditFailure, failingAs } from './audit-failure.ts'
import { fromUtf8 } from './encoding.ts'
import type { Sha256 } from './sha256.ts'

export interface AuditSource {
  /** Of a path such as `/log/checkpoint`. Must throw for anything but the status 200. */
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
