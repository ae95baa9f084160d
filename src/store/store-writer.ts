/** Writes reviews, ledger, business and settings in one transaction, which makes one new version. */
import { isDeepStrictEqual } from 'node:util'
import { ED25519 } from '../ledger/checkpoint.ts'
import { checkpointBody, signedNote, verifierKey } from '../ledger/sign-checkpoint.ts'
import type { BusinessFile } from '../model/business.ts'
import type { KeyEntry, LogEntry, LoggedRule, SourceTotal } from '../model/change.ts'
import type { Narrative } from '../model/narrative.ts'
import type { VerificationRules } from '../model/verification.ts'
import type { Cosignature } from '../model/witnessing.ts'
import type { StoreDependencies } from './base/database-engine.ts'
import { openSeed, sha256 } from './base/node-signatures.ts'
import * as stored from './base/stored-settings.ts'
import type { Tx } from './base/tables.ts'
import { readVersion } from './changes-since.ts'
import { createCorrectionWriter } from './corrections.ts'
import { onlyAddedSince, openLedger, type Transaction } from './ledger-table.ts'
import { saveSourceTotals } from './read-history.ts'
import { createAliasWriter } from './review-aliases.ts'
import { readLogSize } from './review-queries.ts'
import { createReviewWriter } from './review-writer.ts'
import { createTakedowns } from './takedowns.ts'

/**
 * Changes the store within one transaction, which becomes one new version. Only valid until `Store.write` returns.
 *
 * @example
 * const state = await store.write(async writer => {
 *   const known = await writer.find(id)
 *   return known?.state === 'withheld' ? await writer.restore(known) : null
 * })
 */
export type StoreWriter = Omit<Awaited<ReturnType<typeof createWriter>>, 'finish'>

/** `finish` must be called last, in the same transaction: it saves the ledger's head and the new version. */
export async function createWriter(tx: Tx, { now, randomBytes }: StoreDependencies) {
  const before = await readVersion(tx)
  // The log never goes back in time, even if the clock does.
  const at = latestOf(now().toISOString(), (await readLogSize(tx)).at)
  const version = before.version + 1
  const ledger = await openLedger(tx, at)
  let rules = (await stored.readBusiness(tx))?.verification ?? {}
  let hasChanged = false
  const changed = () => {
    hasChanged = true
  }
  const transaction: Transaction = {
    tx,
    version,
    at,
    ledger,
    rules: () => rules,
    randomBytes,
    changed,
  }
  const { reapplyRule, ...reviews } = createReviewWriter(transaction)

  /** One entry for each source about which the business now says something else than the log. */
  async function logRules(): Promise<void> {
    const logged = (await stored.readSetting<VerificationRules>(tx, LOGGED_RULES)) ?? {}
    if (isDeepStrictEqual(logged, rules)) return
    const changes = Object.keys({ ...logged, ...rules })
      .toSorted()
      .filter(source => !isDeepStrictEqual(ruleFor(source, logged), ruleFor(source, rules)))
      .map(
        (source): LoggedRule => ({
          source,
          ...(ruleFor(source, rules) ?? { level: null, method: null }),
        }),
      )
    await ledger.append(changes.map(rule => ({ op: 'rule', rule })))
    await stored.saveSetting(tx, LOGGED_RULES, rules)
  }

  return {
    ...reviews,
    ...createAliasWriter(tx),
    ...createLogKeyWriter(transaction),
    ...createTakedowns(transaction),
    ...createCorrectionWriter(transaction),

    onlyAddedSince: (entry: LogEntry) => onlyAddedSince(tx, entry),

    business: () => stored.readBusiness(tx),

    async setBusiness(business: BusinessFile): Promise<void> {
      const previous = await stored.readBusiness(tx)
      const oldRules = rules
      rules = business.verification
      await logRules()
      await stored.saveSetting(tx, 'business', business)
      if (!isDeepStrictEqual(rosterOf(previous), rosterOf(business)))
        await stored.saveSetting(tx, 'roster_version', version)
      const sources = await tx.selectFrom('review').select('source').distinct().execute()
      for (const { source } of sources)
        if (!isDeepStrictEqual(ruleFor(source, oldRules), ruleFor(source, rules)))
          await reapplyRule(source)
      changed()
    },

    narrative: () => stored.readNarrative(tx),

    async setNarrative(narrative: Narrative | null): Promise<void> {
      await stored.saveSetting(tx, 'narrative', narrative)
      changed()
    },

    cosignatures: () => stored.readCosignatures(tx),

    async setCosignatures(cosignatures: Cosignature[]): Promise<void> {
      await stored.saveSetting(tx, stored.COSIGNATURES, cosignatures)
      changed()
    },

    /** When the language model was last called, oldest first. Not published. */
    narratorCalls: async () => (await stored.readSetting<string[]>(tx, 'narrator_calls')) ?? [],
    setNarratorCalls: (times: string[]) => stored.saveSetting(tx, 'narrator_calls', times),

    /** Notes that reviews of these sources were imported now. Not published. */
    async noteImport(sources: Iterable<string>): Promise<void> {
      const times = (await stored.readSetting<Record<string, string>>(tx, stored.IMPORTED)) ?? {}
      const noted = Array.from(sources, source => [source, at])
      await stored.saveSetting(tx, stored.IMPORTED, { ...times, ...Object.fromEntries(noted) })
    },

    /** What sources say about how many reviews they have. */
    async noteSourceTotals(totals: SourceTotal[]): Promise<void> {
      if (totals.length > 0 && (await saveSourceTotals(tx, totals))) changed()
    },

    /** The position in the change feed of another service; null at first. Not published. */
    syncCursor: (origin: string) => stored.readSetting<string>(tx, `sync_cursor:${origin}`),
    setSyncCursor: (origin: string, cursor: string) =>
      stored.saveSetting(tx, `sync_cursor:${origin}`, cursor),

    /** What a part of the program keeps between runs, and shares with other instances. Not published. */
    memo: <T>(name: string) => stored.readSetting<T>(tx, stored.memoKey(name)),
    setMemo: (name: string, content: unknown) =>
      stored.saveSetting(tx, stored.memoKey(name), content),
    deskNotes: () => stored.readDeskNotes(tx),
    setDeskNotes: (notes: stored.DeskNotes) => stored.saveSetting(tx, stored.DESK_NOTES, notes),

    async finish(): Promise<void> {
      // Rules from before rules were logged are logged with the next change.
      if (hasChanged) await logRules()
      await ledger.finish()
      if (!hasChanged) return
      const changed_at = laterSecond(at, before.changed_at)
      await tx.updateTable('publication').set({ version, changed_at }).execute()
    },
  }
}

const LOGGED_RULES = 'logged_rules'

const ruleFor = (source: string, rules: VerificationRules) =>
  Object.hasOwn(rules, source) ? rules[source] : undefined

const latestOf = (one: string, other: string | null) =>
  other !== null && other > one ? other : one

/** The part of the business file that changes how reviews look: whom and what they may mention, and how they are verified. */
const rosterOf = (business: BusinessFile | null) =>
  business && [
    business.technicians,
    business.services,
    business.service_areas,
    business.verification,
  ]

/** Last-Modified has whole seconds, so two versions must never share one. */
function laterSecond(now: string, before: string | null): string {
  if (before === null) return now
  const next = (Math.floor(Date.parse(before) / 1000) + 1) * 1000
  return new Date(Math.max(Date.parse(now), next)).toISOString()
}

function createLogKeyWriter({ tx, ledger, changed, randomBytes }: Transaction) {
  return {
    /** Says in the log which other one it continues, once for each. */
    async notePredecessor(log: Pick<KeyEntry, 'key' | 'checkpoint'>): Promise<void> {
      const noted = await tx
        .selectFrom('ledger')
        .select('content')
        .where('op', '=', 'predecessor')
        .execute()
      if (noted.some(({ content }) => JSON.parse(content!).key === log.key)) return
      await ledger.append([{ op: 'predecessor', ...log }])
      changed()
    },

    /** Replaces the key of the log by an entry that the old key signs; returns the new verifier key. */
    async rotateLogKey(origin: string): Promise<string> {
      const oldSeed = await stored.readKey(tx, 'log_key', { randomBytes })
      const old = openSeed(ED25519, Buffer.from(oldSeed, 'base64url'))
      const seed = randomBytes(stored.KEY_BYTES)
      const newKey = verifierKey(origin, openSeed(ED25519, seed).publicKey, sha256)
      const { size, root } = ledger.head()
      // The new key below the root: so the old one signs who comes after it.
      const body = `${checkpointBody(origin, size, root)}${newKey}\n`
      const checkpoint = signedNote(
        body,
        origin,
        old.publicKey,
        old.sign(Buffer.from(body)),
        sha256,
      )
      await ledger.append([
        { op: 'rotate', key: verifierKey(origin, old.publicKey, sha256), checkpoint },
      ])
      const value = Buffer.from(seed).toString('base64url')
      await tx.updateTable('setting').set({ value }).where('key', '=', 'log_key').execute()
      changed()
      return newKey
    },
  }
}
