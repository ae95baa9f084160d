/** `firsthand verify`: whether a service shows what its log recorded, checked from outside. */
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
import { system } from '../../service/system.ts'
import { sha256 } from '../../store/base/node-sha256.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { createProgress, type Progress } from '../base/progress.ts'
import { NoResponse, openRemote, parseAddress } from '../base/remote.ts'
import { readPins, type SeenPin, savePin } from './verify-pins.ts'

export interface VerifyOptions {
  /** The file with what was seen at the last check. */
  pin: string
  json: boolean
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>

/** Nothing is known where there was no answer: that is neither good nor bad. */
type Outcome =
  | { verified: true; result: AuditResult }
  | { verified: false; code: AuditCode; message: string }
  | { verified: null; message: string }

type Get = AuditInputs['get']

export async function verify(url: string, { pin, json }: VerifyOptions, streams: Streams): Promise<number> {
  const address = parseAddress(url)
  if (!address)
    throw new UsageError('The address to verify must be a URL such as https://reviews.example.com.')
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
  const get: Get = path => remote.read(freshly(path), mostMebibytes(path))
  const progress = createEntryProgress(stderr)
  try {
    if (!(await hasLog(get))) return describeAbsence(origin, pinned)
    return { verified: true, result: await audit({ get, hash: sha256, pinned, onProgress: progress.update }) }
  } catch (error) {
    if (error instanceof NoResponse)
      return { verified: null, message: `Nothing was checked: ${origin} cannot be read. ${error.message}` }
    if (!(error instanceof AuditFailure)) throw error
    const { code, message } = error
    return saysNothing(error)
      ? { verified: null, message: `The check could not be finished: ${message}` }
      : { verified: false, code, message }
  } finally {
    progress.end()
    await remote.close()
  }
}

/** A cache on the way may hold one document older than another; tiles never change, and it may help with them. */
const freshly = (path: string) =>
  path.startsWith('/log/tile/') ? path : `${path}?fresh=${system.now().getTime()}`

/** Of the documents with all reviews, and of anything else: a bundle of 256 entries cannot have 17 MiB. */
const mostMebibytes = (path: string) => (path.endsWith('.json') ? 2048 : 17)

/** Whether what stopped the check may happen to an honest service. */
const saysNothing = ({ code, cause }: AuditFailure) =>
  code === 'unsupported' || code === 'changing' || cause instanceof NoResponse

/** Any page may answer to any address; a key is what only a log has. */
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

function describeAbsence(origin: string, pinned: SeenPin | null): Outcome {
  if (!pinned)
    return {
      verified: null,
      message: `Nothing was checked: ${origin} has no log of its reviews at /log/key. Is it a Firsthand service?`,
    }
  return {
    verified: false,
    code: 'fork',
    message: `${origin} has no log any more. At the last check, ${minute(pinned.seen_at)}, it had one of ${entries(pinned.size)}.`,
  }
}

/** The number of entries is known only when the first of them are read, and may be another when the check starts over. */
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
    'Every review that is shown says what the log recorded, and none is missing.',
  ]
  return `${lines.map(cleanLine).join('\n')}\n`
}

function describeGrowth(grownBy: number, { seen_at }: SeenPin): string {
  const growth = grownBy === 0 ? 'It did not grow' : `It grew by ${entries(grownBy)}`
  return `${growth} since ${minute(seen_at)}, and nothing before that was changed.`
}

const describePinning = (file: string) =>
  `First check: key and log are now pinned in ${file}, and the next check finds out when this part of the history is changed.\n`

const entries = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`

/** 2026-11-15 06:30 UTC */
const minute = (time: string) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
