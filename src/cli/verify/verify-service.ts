/** `firsthand verify`: checks from outside that a service shows what its log recorded. */
import {
  type AuditCode,
  AuditFailure,
  type AuditInputs,
  type AuditResult,
  audit,
  describeCounts,
} from '../../ledger/audit.ts'
import { parseVerifierKey } from '../../ledger/checkpoint.ts'
import { cleanLine } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { sha256 } from '../../store/base/node-sha256.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { createProgress, type Progress } from '../base/progress.ts'
import { NoResponse, openRemote, parseAddress } from '../base/remote.ts'
import { readPins, type SeenPin, savePin } from './verify-pins.ts'

export interface VerifyOptions {
  /** The pin file. */
  pin: string
  json: boolean
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>

/** `verified` is null if the check could not be made: that is neither good nor bad. */
type Outcome =
  | { verified: true; result: AuditResult }
  | { verified: false; code: AuditCode; message: string }
  | { verified: null; message: string }

type Get = AuditInputs['get']

export async function verify(url: string, { pin, json }: VerifyOptions, streams: Streams): Promise<number> {
  const address = parseAddress(url)
  if (!address)
    throw new UsageError('verify needs an http or https address, such as https://reviews.example.com.')
  const { origin } = address
  const pinned = (await readPins(pin))[origin] ?? null
  const outcome = await check(address, pinned, streams.stderr)
  const seenAt = system.now().toISOString()
  if (json) streams.stdout.write(`${JSON.stringify(toJson(origin, outcome, pinned, seenAt), null, 2)}\n`)
  if (!outcome.verified) return fail(outcome, streams.stderr)
  if (!json) streams.stdout.write(describe(outcome.result, pinned))
  await savePin(pin, origin, { ...outcome.result.pin, seen_at: seenAt })
  if (!json && !pinned) streams.stdout.write(describePinning(pin))
  return EXIT.done
}

async function check(address: URL, pinned: SeenPin | null, stderr: NodeJS.WriteStream): Promise<Outcome> {
  const { origin } = address
  const remote = openRemote(address)
  const get: Get = path => remote.read(bypassCache(path), maxMebibytes(path))
  const progress = createEntryProgress(stderr)
  try {
    if (!(await hasLog(get))) return describeMissingLog(origin, pinned)
    return { verified: true, result: await audit({ get, hash: sha256, pinned, onProgress: progress.update }) }
  } catch (error) {
    if (error instanceof NoResponse)
      return { verified: null, message: `Nothing was checked: cannot read ${origin}. ${error.message}` }
    if (!(error instanceof AuditFailure)) throw error
    const { code, message } = error
    return isInconclusive(error)
      ? { verified: null, message: `The check could not be finished: ${message}` }
      : { verified: false, code, message }
  } finally {
    progress.end()
    await remote.close()
  }
}

/** A cache may hold documents of different ages. Tiles never change, so caches may serve them. */
const bypassCache = (path: string) =>
  path.startsWith('/log/tile/') ? path : `${path}?fresh=${system.now().getTime()}`

/** The documents with all reviews can be large; a bundle of 256 entries cannot reach 17 MiB. */
const maxMebibytes = (path: string) => (path.endsWith('.json') ? 2048 : 17)

/** Whether an honest service may stop a check in this way. */
const isInconclusive = ({ code, cause }: AuditFailure) =>
  code === 'unsupported' || code === 'changing' || cause instanceof NoResponse

/** A web server may return some page for any address, but only a log has a key. */
async function hasLog(get: Get): Promise<boolean> {
  const key = await get('/log/key').catch(error => {
    if (error instanceof NoResponse) throw error
    return new Uint8Array()
  })
  try {
    parseVerifierKey(Buffer.from(key).toString().trimEnd())
    return true
  } catch {
    return false
  }
}

function describeMissingLog(origin: string, pinned: SeenPin | null): Outcome {
  if (!pinned)
    return {
      verified: null,
      message: `Nothing was checked: ${origin} has no log key at /log/key. Is it a Firsthand service?`,
    }
  return {
    verified: false,
    code: 'fork',
    message: `${origin} no longer has a log. At the last check (${minute(pinned.seen_at)}) its log had ${entries(pinned.size)}.`,
  }
}

/** The total is known once the first entries are read, and may differ if the check starts over. */
function createEntryProgress(stderr: NodeJS.WriteStream) {
  let progress: Progress | undefined
  let known = 0
  return {
    update(done: number, total: number) {
      if (!progress || total !== known) progress = createProgress(stderr, total, 'Entries')
      known = total
      progress.update(done)
    },
    end: () => progress?.end(),
  }
}

function fail(outcome: Exclude<Outcome, { verified: true }>, stderr: NodeJS.WriteStream): number {
  const isUnknown = outcome.verified === null
  stderr.write(`${isUnknown ? '' : 'NOT VERIFIED: '}${cleanLine(outcome.message)}\n`)
  return isUnknown ? EXIT.failed : EXIT.notVerified
}

function toJson(url: string, outcome: Outcome, pinned: SeenPin | null, checked_at: string): object {
  if (!outcome.verified) return { url, checked_at, ...outcome }
  const { pin, origin, counts, grownBy } = outcome.result
  const grown = { grown_by: grownBy, grown_since: pinned?.seen_at ?? null }
  return { url, checked_at, verified: true, origin, ...pin, ...grown, counts }
}

function describe({ counts, pin, grownBy }: AuditResult, pinned: SeenPin | null): string {
  const lines = [
    describeCounts(counts),
    `The log has ${entries(pin.size)}, signed with ${pinned ? 'the same key as before' : 'the key'}: ${pin.key}`,
    ...(pinned ? [describeGrowth(grownBy!, pinned)] : []),
    'Every review shown matches the log, and none is missing.',
  ]
  return `${lines.map(cleanLine).join('\n')}\n`
}

function describeGrowth(grownBy: number, { seen_at }: SeenPin): string {
  const growth = grownBy === 0 ? 'No new entries' : `${entries(grownBy)} added`
  return `${growth} since ${minute(seen_at)}. Nothing before that was changed.`
}

const describePinning = (file: string) =>
  `First check: the key and the log are now pinned in ${file}. The next check will notice if this part of the history was changed.\n`

const entries = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`

/** 2026-11-15 06:30 UTC */
const minute = (time: string) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
