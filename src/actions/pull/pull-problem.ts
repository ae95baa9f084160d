/** Why a pull failed, for the operator. */
import { cleanLine } from '../../model/scalars.ts'

/**
 * `passing`: may work next time. `quota`: the service will not answer for a while. `setup`: stays until the operator changes
 * something.
 */
export type PullProblemKind = 'passing' | 'quota' | 'setup'

export class PullProblem extends Error {
  override name = 'PullProblem'
  readonly kind: PullProblemKind
  /** What the service asked for. */
  readonly waitSeconds: number | null

  constructor(message: string, kind: PullProblemKind, waitSeconds: number | null = null) {
    super(message)
    this.kind = kind
    this.waitSeconds = waitSeconds
  }
}

const LONGEST = 200

/** What a service says, as one line without anything secret: some repeat the key in their errors. */
export function quoteService(text: string, secrets: string[]): string {
  let shown = cleanLine(text)
  for (const secret of secrets)
    for (const spelling of new Set([secret, encodeURIComponent(secret)]))
      shown = shown.replaceAll(spelling, '…')
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown
}
