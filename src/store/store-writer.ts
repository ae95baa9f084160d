/** Writes reviews, ledger, business and settings in one transaction, which makes one new version. */
import { isDeepStrictEqual } from 'node:util'
import type { BusinessFile } from '../model/business.ts'
import type { LoggedRule } from '../model/change.ts'
import type { VerificationRules } from '../model/verification.ts'
import type { StoreDependencies } from './base/database-engine.ts'
import {
  COSIGNATURES,
  DESK_NOTES,
  IMPORTED,
  memoKey,
  readBusiness,
  readCosignatures,
  readDeskNotes,
  readNarrative,
  readSetting,
  saveSetting,
} from './base/stored-settings.ts'
import type { Tx } from './base/tables.ts'
import { readVersion } from './changes-since.ts'
import { createCorrectionWriter } from './corrections.ts'
import { openLedger } from './ledger-table.ts'
import { createLogKeyWriter } from './log-keys.ts'
import { saveSourceTotals } from './read-history.ts'
import { createAliasWriter } from './review-aliases.ts'
import { readLogSize } from './review-queries.ts'
import { createReviewWriter } from './review-writer.ts'
import type { StoreWriter } from './store.ts'
import { createTakedowns } from './takedowns.ts'
import type { Transaction } from './transaction.ts'

/** `finish` must be called last, in the same transaction: it saves the ledger's head and the new version. */
export async function createWriter(
  tx: Tx,
  { now, randomBytes }: StoreDependencies,
): Promise<StoreWriter & { finish(): Promise<void> }> {
  const before = await readVersion(tx)
  // The log never goes back in time, even if the clock does.
  const at = latestOf(now().toISOString(), (await readLogSize(tx)).at)
  const version = before.version + 1
  const ledger = await openLedger(tx, at)
  let rules = (await readBusiness(tx))?.verification ?? {}
  let hasChanged = false
  const changed = () => {
    hasChanged = true
  }
  const transaction: Transaction = { tx, version, at, ledger, rules: () => rules, randomBytes, changed }
  const reviews = createReviewWriter(transaction)

  /** One entry for each source about which the business now says something else than the log. */
  async function logRules(): Promise<void> {
    const logged = (await readSetting<VerificationRules>(tx, LOGGED_RULES)) ?? {}
    if (isDeepStrictEqual(logged, rules)) return
    const changes = Object.keys({ ...logged, ...rules })
      .toSorted()
      .filter(source => !isDeepStrictEqual(ruleFor(source, logged), ruleFor(source, rules)))
      .map((source): LoggedRule => ({ source, ...(ruleFor(source, rules) ?? { level: null, method: null }) }))
    await ledger.append(changes.map(rule => ({ op: 'rule', rule })))
    await saveSetting(tx, LOGGED_RULES, rules)
  }

  return {
    ...reviews,
    ...createAliasWriter(tx),
    ...createLogKeyWriter(transaction),
    ...createTakedowns(transaction),
    ...createCorrectionWriter(transaction),

    business: () => readBusiness(tx),

    async setBusiness(business) {
      const previous = await readBusiness(tx)
      const oldRules = rules
      rules = business.verification
      await logRules()
      await saveSetting(tx, 'business', business)
      if (!isDeepStrictEqual(rosterOf(previous), rosterOf(business)))
        await saveSetting(tx, 'roster_version', version)
      const sources = await tx.selectFrom('review').select('source').distinct().execute()
      for (const { source } of sources)
        if (!isDeepStrictEqual(ruleFor(source, oldRules), ruleFor(source, rules)))
          await reviews.reapplyRule(source)
      changed()
    },

    narrative: () => readNarrative(tx),

    async setNarrative(narrative) {
      await saveSetting(tx, 'narrative', narrative)
      changed()
    },

    cosignatures: () => readCosignatures(tx),

    async setCosignatures(cosignatures) {
      await saveSetting(tx, COSIGNATURES, cosignatures)
      changed()
    },

    narratorCalls: async () => (await readSetting<string[]>(tx, 'narrator_calls')) ?? [],
    setNarratorCalls: times => saveSetting(tx, 'narrator_calls', times),

    async noteImport(sources) {
      const times = (await readSetting<Record<string, string>>(tx, IMPORTED)) ?? {}
      const noted = Array.from(sources, source => [source, at])
      await saveSetting(tx, IMPORTED, { ...times, ...Object.fromEntries(noted) })
    },

    async noteSourceTotals(totals) {
      if (totals.length > 0 && (await saveSourceTotals(tx, totals))) changed()
    },

    syncCursor: origin => readSetting<string>(tx, `sync_cursor:${origin}`),
    setSyncCursor: (origin, cursor) => saveSetting(tx, `sync_cursor:${origin}`, cursor),

    memo: <T>(name: string) => readSetting<T>(tx, memoKey(name)),
    setMemo: (name, content) => saveSetting(tx, memoKey(name), content),
    deskNotes: () => readDeskNotes(tx),
    setDeskNotes: notes => saveSetting(tx, DESK_NOTES, notes),

    async finish() {
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

const latestOf = (one: string, other: string | null) => (other !== null && other > one ? other : one)

/** The part of the business file that changes how reviews look: whom and what they may mention, and how they are verified. */
const rosterOf = (business: BusinessFile | null) =>
  business && [business.technicians, business.services, business.service_areas, business.verification]

/** Last-Modified has whole seconds, so two versions must never share one. */
function laterSecond(now: string, before: string | null): string {
  if (before === null) return now
  const next = (Math.floor(Date.parse(before) / 1000) + 1) * 1000
  return new Date(Math.max(Date.parse(now), next)).toISOString()
}
