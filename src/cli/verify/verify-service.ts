/** `firsthand verify`: checks from outside that a service shows what its log recorded. */
import { auditService, countEntries, showMinute } from '../../actions/verify/audit-service.ts'
import type { TrustedWitnesses } from '../../actions/verify/check-witnesses.ts'
import { readPins, type SeenPin, savePin } from '../../actions/verify/verify-pins.ts'
import { describeCounts } from '../../ledger/audit.ts'
import { parseWitnessKey } from '../../ledger/cosignature.ts'
import { localeOf, sourceLabel } from '../../locale/locale.ts'
import type { KeyEntry, RuleEntry } from '../../model/change.ts'
import { cleanLine, DEFAULT_LOCALE } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { serviceAt } from '../../outgoing/typed-address.ts'
import { sha256 } from '../../store/base/node-signatures.ts'
import { EXIT, readTypedUrl, type Streams, UsageError, writeJson } from '../base/result.ts'
import { createProgress } from '../base/screen.ts'

type ServiceAudit = Awaited<ReturnType<typeof auditService>>

interface VerifyOptions {
  /** The pin file. */
  pin: string
  json: boolean
  witness: string[]
  require?: string
  pages?: boolean
}

export async function verify(
  url: string,
  options: VerifyOptions,
  streams: Streams,
): Promise<number> {
  const { pin, json, witness, require, pages = false } = options
  const { stdout, stderr } = streams
  const address = readTypedUrl(url, NEEDS_ADDRESS)
  const service = serviceAt(address)
  const witnesses = readWitnesses(witness, require)
  const pinned = (await readPins(pin))[service] ?? null
  const progress = createProgress(stderr, 'Entries')
  const outcome = await auditService(address, pinned, progress.update, {
    witnesses,
    allPages: pages,
  }).finally(progress.clear)
  const seenAt = system.now().toISOString()
  if (json) writeJson({ stdout }, toJson(service, outcome, pinned, seenAt))
  if (!outcome.verified) return fail(outcome, stderr)
  if (!json) stdout.write(describe(outcome, pinned))
  await savePin(pin, service, { ...outcome.result.pin, seen_at: seenAt })
  if (!json && !pinned) stdout.write(describePinning(pin))
  return EXIT.done
}

const NEEDS_ADDRESS = 'verify needs an http or https address, such as https://reviews.example.com.'

function readWitnesses(lines: string[], require = String(lines.length)): TrustedWitnesses {
  if (!/^\d{1,9}$/.test(require) || Number(require) > lines.length)
    throw new UsageError(
      '--require needs a number, at most as many as there are witnesses (--witness).',
    )
  try {
    return { keys: lines.map(line => parseWitnessKey(line, sha256)), required: Number(require) }
  } catch (error) {
    throw new UsageError(`--witness: ${(error as Error).message}`)
  }
}

function fail(
  outcome: Exclude<ServiceAudit, { verified: true }>,
  stderr: NodeJS.WriteStream,
): number {
  const isUnknown = outcome.verified === null
  stderr.write(`${isUnknown ? '' : 'NOT VERIFIED: '}${cleanLine(outcome.message)}\n`)
  return isUnknown ? EXIT.failed : EXIT.notVerified
}

function toJson(
  url: string,
  outcome: ServiceAudit,
  pinned: SeenPin | null,
  checked_at: string,
): object {
  if (!outcome.verified) return { url, checked_at, ...outcome }
  const { pin, origin, counts, grownBy, rules, keys } = outcome.result
  const grown = { grown_by: grownBy, grown_since: pinned?.seen_at ?? null }
  return {
    url,
    checked_at,
    verified: true,
    origin,
    ...pin,
    ...grown,
    counts,
    rules: rules.map(({ at, rule }) => ({ at, ...rule })),
    keys: keys.map(({ at, op, key }) => ({ at, op, key })),
    witnesses: outcome.cosigned,
  }
}

function describe(
  { result, cosigned }: ServiceAudit & { verified: true },
  pinned: SeenPin | null,
): string {
  const { counts, pin, grownBy, rules, keys } = result
  const lines = [
    describeCounts(counts),
    `The log has ${countEntries(pin.size)}, signed with ${pinned?.key === pin.key ? 'the same key as before' : 'the key'}: ${pin.key}`,
    ...(pinned ? [describeGrowth(grownBy!, pinned)] : []),
    ...keys.map(describeKey),
    ...rules.map(describeRule),
    ...cosigned.map(({ name, at }) => `Cosigned by ${name} on ${showMinute(at)}.`),
    'The data matches its public log: every review says what the log recorded, and none is missing.',
    ...(result.pages > 0
      ? [`${result.pages} pages were sent to this check with what the data says.`]
      : []),
    EN.words.trust.check.noPage,
  ]
  return `${lines.map(cleanLine).join('\n')}\n`
}

function describeKey({ at, op, key, checkpoint }: KeyEntry): string {
  if (op === 'rotate')
    return `On ${EN.date(at)} the key was replaced by an entry that the old key signed: ${key}`
  const size = checkpoint === null ? 'an unknown number of' : checkpoint.split('\n')[1]
  return `This log says since ${EN.date(at)} that it continues one that was lost, with ${size} entries and the key: ${key}`
}

function describeRule({ at, rule: { source, level } }: RuleEntry): string {
  const { trust } = EN.words
  return EN.say(trust.rules[level ?? 'removed'], {
    date: EN.date(at),
    source: sourceLabel(EN, source),
  })
}

const EN = localeOf(DEFAULT_LOCALE)

function describeGrowth(grownBy: number, { seen_at }: SeenPin): string {
  const growth = grownBy === 0 ? 'No new entries' : `${countEntries(grownBy)} added`
  return `${growth} since ${showMinute(seen_at)}. Nothing before that was changed.`
}

const describePinning = (file: string) =>
  `First check: the key and the log are now pinned in ${file}. The next check will notice if this part of the history was changed.\n`
