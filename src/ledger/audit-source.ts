/** Where an audit reads from: the URLs of the service, fetched in any way the caller chooses. */
import { AuditFailure, failingAs } from './audit-failure.ts'
import { fromUtf8 } from './encoding.ts'
import type { Sha256 } from './sha256.ts'

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
