/** `firsthand verify`: checks from outside that a service shows what its log recorded. */
import {
  auditService,
  countEntries,
  type ServiceAudit,
  showMinute,
} from '../../actions/verify/audit-service.ts'
import { readPins, type SeenPin, savePin } from '../../actions/verify/verify-pins.ts'
import { type AuditResult, describeCounts } from '../../ledger/audit.ts'
import { cleanLine } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { EXIT } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'
import { createProgress, type Progress } from '../base/progress.ts'
import { readTypedUrl } from '../base/typed-url.ts'

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>

/** `pin` is the pin file. */
export async function verify(
  url: string,
  { pin, json }: { pin: string; json: boolean },
  { stdout, stderr }: Streams,
): Promise<number> {
  const address = readTypedUrl(url, NEEDS_ADDRESS)
  const { origin } = address
  const pinned = (await readPins(pin))[origin] ?? null
  const progress = createEntryProgress(stderr)
  const outcome = await auditService(address, pinned, progress.update).finally(progress.end)
  const seenAt = system.now().toISOString()
  if (json) writeJson({ stdout }, toJson(origin, outcome, pinned, seenAt))
  if (!outcome.verified) return fail(outcome, stderr)
  if (!json) stdout.write(describe(outcome.result, pinned))
  await savePin(pin, origin, { ...outcome.result.pin, seen_at: seenAt })
  if (!json && !pinned) stdout.write(describePinning(pin))
  return EXIT.done
}

const NEEDS_ADDRESS = 'verify needs an http or https address, such as https://reviews.example.com.'

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

function fail(outcome: Exclude<ServiceAudit, { verified: true }>, stderr: NodeJS.WriteStream): number {
  const isUnknown = outcome.verified === null
  stderr.write(`${isUnknown ? '' : 'NOT VERIFIED: '}${cleanLine(outcome.message)}\n`)
  return isUnknown ? EXIT.failed : EXIT.notVerified
}

function toJson(url: string, outcome: ServiceAudit, pinned: SeenPin | null, checked_at: string): object {
  if (!outcome.verified) return { url, checked_at, ...outcome }
  const { pin, origin, counts, grownBy } = outcome.result
  const grown = { grown_by: grownBy, grown_since: pinned?.seen_at ?? null }
  return { url, checked_at, verified: true, origin, ...pin, ...grown, counts }
}

function describe({ counts, pin, grownBy }: AuditResult, pinned: SeenPin | null): string {
  const lines = [
    describeCounts(counts),
    `The log has ${countEntries(pin.size)}, signed with ${pinned ? 'the same key as before' : 'the key'}: ${pin.key}`,
    ...(pinned ? [describeGrowth(grownBy!, pinned)] : []),
    'Every review shown matches the log, and none is missing.',
  ]
  return `${lines.map(cleanLine).join('\n')}\n`
}

function describeGrowth(grownBy: number, { seen_at }: SeenPin): string {
  const growth = grownBy === 0 ? 'No new entries' : `${countEntries(grownBy)} added`
  return `${growth} since ${showMinute(seen_at)}. Nothing before that was changed.`
}

const describePinning = (file: string) =>
  `First check: the key and the log are now pinned in ${file}. The next check will notice if this part of the history was changed.\n`
