/** The complete audit of a service by someone who does not trust it, for the command line and the browser. */
import type { HistoryCounts, KeyEntry, RuleEntry } from '../model/change.ts'
import { type AuditCode, AuditFailure, type AuditSource, readSourceText } from './audit-failure.ts'
import { toBase64 } from './encoding.ts'
import { checkLog, type Pin } from './log-check.ts'
import { type ChoosePages, checkPages } from './page-check.ts'
import { checkReviews } from './review-check.ts'

export { type AuditCode, AuditFailure } from './audit-failure.ts'
export { describeCounts } from './history-counts.ts'
export type { Pin } from './log-check.ts'

export interface AuditInputs extends AuditSource {
  /** What was seen at the last check, or null at the first. */
  pinned: Pin | null
  /** Called with the number of log entries read so far, and their total. */
  onProgress?: (done: number, total: number) => void
  /** Which pages of the list to compare with the data; none if absent. */
  choosePages?: ChoosePages
}

export interface AuditResult {
  /** To keep for the next check. */
  pin: Pin
  origin: string
  /** The signed checkpoint, with the cosignatures of witnesses. */
  note: string
  counts: HistoryCounts
  entries: number
  /** What the business said about how its sources are verified, oldest first. */
  rules: readonly RuleEntry[]
  /** Which log it continues, and how its key changed, oldest first. */
  keys: readonly KeyEntry[]
  /** The number of entries added since the last check, or null at the first. */
  grownBy: number | null
  /** How many pages were compared with the data. */
  pages: number
}

const ATTEMPTS = 3

/** A service that changes between two reads can cause these. No honest change explains the others. */
const WHILE_CHANGING = new Set<AuditCode>([
  'missing',
  'extra',
  'content',
  'counts',
  'page',
  'unreadable',
])

export async function audit(inputs: AuditInputs): Promise<AuditResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const note = await readSourceText(inputs, '/log/checkpoint')
    try {
      return await auditAt(note, inputs)
    } catch (error) {
      if (!(error instanceof AuditFailure && WHILE_CHANGING.has(error.code))) throw error
      // If the checkpoint cannot be read any more, the failure stands.
      const now = await readSourceText(inputs, '/log/checkpoint').catch(() => note)
      if (now === note) throw error
    }
  }
  throw new AuditFailure(
    'changing',
    `The reviews changed while they were read, ${ATTEMPTS} times in a row. Try again when no import is running.`,
  )
}

async function auditAt(note: string, inputs: AuditInputs): Promise<AuditResult> {
  const { pinned, onProgress = () => {}, choosePages } = inputs
  let dataset: Uint8Array = new Uint8Array()
  const get = async (path: string) => {
    const bytes = await inputs.get(path)
    if (path === '/reviews.json') dataset = bytes
    return bytes
  }
  const key = (await readSourceText(inputs, '/log/key')).trimEnd()
  const { checkpoint, histories } = await checkLog(inputs, note, key, pinned, onProgress)
  const { origin, size, root } = checkpoint
  await checkReviews({ ...inputs, get }, histories, size)
  const pages = choosePages ? await checkPages(inputs, dataset, choosePages) : 0
  return {
    pin: { key, size, root: toBase64(root) },
    note,
    origin,
    counts: histories.counts(),
    entries: size,
    rules: histories.rules,
    keys: histories.keys,
    grownBy: pinned && size - pinned.size,
    pages,
  }
}
