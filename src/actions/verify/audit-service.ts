/** Checks from outside that a service shows what its log recorded. */
import {
  type AuditCode,
  AuditFailure,
  type AuditInputs,
  type AuditResult,
  audit,
} from '../../ledger/audit.ts'
import { parseVerifierKey } from '../../ledger/checkpoint.ts'
import { unlessItThrows } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { RequestFailure } from '../../outgoing/failures.ts'
import { isWrongResponse, openRemote, serviceAt } from '../../outgoing/typed-address.ts'
import { sha256 } from '../../store/base/node-signatures.ts'
import { awaitCosignatures, type Cosigned, type TrustedWitnesses } from './check-witnesses.ts'
import type { SeenPin } from './verify-pins.ts'

/** `verified` is null if the check could not be made: that is neither good nor bad. */
export type ServiceAudit =
  | { verified: true; result: AuditResult; cosigned: Cosigned[] }
  | { verified: false; code: AuditCode; message: string }
  | { verified: null; message: string }

type Get = AuditInputs['get']

export interface ServiceAuditOptions {
  /** Witnesses whose cosignatures count, and how many of them are needed. */
  witnesses?: TrustedWitnesses
  /** Reads every page of the list too. */
  allPages?: boolean
  /** Gets everything that the check reads. */
  onRead?: (path: string, bytes: Uint8Array) => void
}

/** `pinned` is what the last check saw. */
export async function auditService(
  address: URL,
  pinned: SeenPin | null,
  onProgress: NonNullable<AuditInputs['onProgress']>,
  { witnesses, allPages = false, onRead }: ServiceAuditOptions = {},
): Promise<ServiceAudit> {
  const service = serviceAt(address)
  const { pathname } = new URL(`${service}/`)
  await using remote = openRemote(address)
  const get: Get = async path => {
    const bytes = await remote.read(pathname + bypassCache(path).slice(1), maxMebibytes(path))
    onRead?.(path, bytes)
    return bytes
  }
  try {
    if (!(await hasLog(get))) return describeMissingLog(service, pinned)
    const result = await audit({
      ...{ get, hash: sha256, pinned, onProgress },
      ...(allPages && {
        choosePages: pages => Array.from({ length: pages }, (_, index) => index + 1),
      }),
    })
    const cosigned = witnesses ? await awaitCosignatures(result.note, get, witnesses) : []
    return { verified: true, result, cosigned }
  } catch (error) {
    if (error instanceof RequestFailure)
      return {
        verified: null,
        message: `Nothing was checked: cannot read ${service}. ${error.message}`,
      }
    if (!(error instanceof AuditFailure)) throw error
    const { code, message } = error
    return isInconclusive(error)
      ? { verified: null, message: `The check could not be finished: ${message}` }
      : { verified: false, code, message }
  }
}

/** A cache may hold documents of different ages. Tiles never change, so caches may serve them. */
const bypassCache = (path: string) =>
  path.startsWith('/log/tile/')
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}fresh=${system.now().getTime()}`

/** The documents with all reviews can be large; a bundle of 256 entries cannot reach 17 MiB. */
const maxMebibytes = (path: string) => (path.endsWith('.json') ? 2048 : 17)

/** Whether an honest service may stop a check in this way. */
const isInconclusive = ({ code, cause }: AuditFailure) =>
  code === 'unsupported' ||
  code === 'changing' ||
  (cause instanceof RequestFailure && !isWrongResponse(cause))

/** A web server may return some page for any address, but only a log has a key. */
async function hasLog(get: Get): Promise<boolean> {
  const key = await get('/log/key').catch(error => {
    if (isWrongResponse(error)) return new Uint8Array()
    throw error
  })
  return unlessItThrows(() => parseVerifierKey(Buffer.from(key).toString().trimEnd())) !== undefined
}

function describeMissingLog(service: string, pinned: SeenPin | null): ServiceAudit {
  if (!pinned)
    return {
      verified: null,
      message: `Nothing was checked: ${service} has no log key at /log/key. Is it a Firsthand service?`,
    }
  return {
    verified: false,
    code: 'fork',
    message: `${service} no longer has a log. At the last check (${showMinute(pinned.seen_at)}) its log had ${countEntries(pinned.size)}.`,
  }
}

export const countEntries = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`

/** 2026-11-15 06:30 UTC */
export const showMinute = (time: string) =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
