/** Makes this hub known to the others that share its database, and takes over the claims of those that have ended. */
import type { HeldInstance } from '../store/base/database-engine.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { HubStore } from '../store/hub/hub-store.ts'

export type HubInstances = ReturnType<typeof startHubInstances>

export interface InstanceDependencies {
  store: Pick<HubStore, 'joinInstances' | 'leaveInstances' | 'freeClaimsOfEnded'>
  randomBytes: (size: number) => Uint8Array
  /** Others may now take this instance for dead and claim what it has not sent yet. */
  onLost: () => void
  /** There may be more to claim. */
  onFreed: () => void
  onError: (error: unknown) => void
}

const ID_BYTES = 9
const LOOK_MS = 2000

export function startHubInstances(dependencies: InstanceDependencies) {
  const { store, onLost, onFreed, onError } = dependencies
  const id = Buffer.from(dependencies.randomBytes(ID_BYTES)).toString('hex')
  let held: Promise<HeldInstance> | undefined
  let isClosed = false

  /** Tries again at the next call if it fails. */
  function hold(): Promise<HeldInstance> {
    held ??= store.joinInstances(id, lose).catch(error => {
      held = undefined
      throw error
    })
    return held
  }

  function lose(): void {
    held = undefined
    onLost()
    look()
  }

  async function lookSafely(): Promise<void> {
    try {
      await hold()
      if ((await store.freeClaimsOfEnded(id)) > 0) onFreed()
    } catch (error) {
      // The hub's loop reports a database that is away.
      if (!(error instanceof StoreProblem)) onError(error)
    }
  }

  let looking: Promise<void> | undefined
  function look(): void {
    if (isClosed) return
    looking ??= lookSafely().finally(() => {
      looking = undefined
    })
  }

  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    /** This instance's id, once the others know it: only then may it claim anything. */
    async join(): Promise<string> {
      await hold()
      return id
    },
    /** Call it when this instance has no more claims. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await looking
      const last = await held?.catch(() => undefined)
      await store.leaveInstances(id).catch(() => {})
      last?.release()
    },
  }
}
