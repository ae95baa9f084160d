/** Starts the witness for other logs, and submits our own checkpoints to the witnesses that the operator chose. */
import type { Logger } from 'pino'
import { checkpointOf } from '../http/review-endpoints.ts'
import { system } from '../model/system.ts'
import type { Cosignature, WitnessAddress, WitnessedLog } from '../model/witnessing.ts'
import type { OperatorClient } from '../outgoing/operator-client.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { Store, StoreWriter } from '../store/store.ts'
import { requestCosignature } from '../witness/request-cosignature.ts'
import { createWitness, openWitnessKey, type Witness } from '../witness/witness.ts'

export async function startWitness(
  store: Store,
  { baseUrl, witnessFor }: { baseUrl: string; witnessFor: WitnessedLog[] },
): Promise<Witness> {
  const key = await openWitnessKey(store, baseUrl, system.randomBytes)
  return createWitness({ store, key, logs: witnessFor, now: system.now })
}

export type Submissions = Awaited<ReturnType<typeof startSubmissions>>

const REQUEST_MS = 15_000
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 3_600_000

/** Every instance submits: a witness cosigns the same checkpoint any number of times. */
export async function startSubmissions(
  store: Store,
  witnesses: WitnessAddress[],
  client: OperatorClient,
  log: Logger,
) {
  await forgetOthers(store, witnesses)
  const closing = new AbortController()
  const { signal } = closing
  let newest: Snapshot | undefined
  let retryMs = FIRST_RETRY_MS
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  let problem: string | null = null

  async function ask({ key, url }: WitnessAddress, snapshot: Snapshot, knownSize: number) {
    const target = new URL(`${url}/add-checkpoint`)
    try {
      return await requestCosignature({
        key,
        note: checkpointOf(snapshot),
        knownSize,
        prove: snapshot.log.growth,
        async post(body) {
          const options = { signal, limitMs: REQUEST_MS, maxBytes: 2 ** 16 }
          const response = await client.send(target, {
            method: 'POST',
            headers: {},
            body,
            ...options,
          })
          return { status: response.status, body: response.body.toString() }
        },
      })
    } catch (error) {
      if (signal.aborted) return null
      problem = `The witness ${key.split('+')[0]} did not cosign the log: ${(error as Error).message}`
      log.error(problem)
      return null
    }
  }

  /** Whether every witness has cosigned the checkpoint. */
  async function submit(snapshot: Snapshot): Promise<boolean> {
    const known = new Map((await store.cosignatures()).map(one => [one.key, one]))
    const note = checkpointOf(snapshot)
    const open = witnesses.filter(({ key }) => !note.startsWith(`${known.get(key)?.body}\n`))
    const answers = await Promise.all(
      open.map(one => ask(one, snapshot, known.get(one.key)?.size ?? 0)),
    )
    const signed = answers.filter(one => one !== null)
    if (signed.length > 0) await store.write(writer => keep(writer, signed))
    return signed.length === open.length
  }

  async function submitNewest(): Promise<void> {
    clearTimeout(timer)
    if (!newest || signal.aborted) return
    const isDone = await submit(newest).catch(error => {
      if (!signal.aborted) log.error(`The log was not submitted to its witnesses: ${error.message}`)
      return false
    })
    if (isDone) problem = null
    if (isDone || signal.aborted) return
    timer = setTimeout(schedule, retryMs).unref()
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)
  }

  function schedule(): void {
    work = work.then(submitNewest)
  }

  return {
    /** Why the last request for a cosignature failed; undefined without witnesses. */
    problem: () => (witnesses.length === 0 ? undefined : problem),
    consider(snapshot: Snapshot, version: number): void {
      // The demo's log is nobody's history.
      if (version === 0 || witnesses.length === 0) return
      newest = snapshot
      retryMs = FIRST_RETRY_MS
      schedule()
    },
    async close(): Promise<void> {
      closing.abort()
      clearTimeout(timer)
      await work
    },
  }
}

/** Another instance may have got a cosignature on a larger checkpoint. */
async function keep(writer: StoreWriter, signed: Cosignature[]): Promise<void> {
  const known = new Map((await writer.cosignatures()).map(one => [one.key, one]))
  for (const one of signed) if (one.size >= (known.get(one.key)?.size ?? 0)) known.set(one.key, one)
  await writer.setCosignatures([...known.values()])
}

/** What a former witness signed would look like a promise that it still watches. */
async function forgetOthers(store: Store, witnesses: WitnessAddress[]): Promise<void> {
  const isWitness = ({ key }: Cosignature) => witnesses.some(one => one.key === key)
  const known = await store.cosignatures()
  if (!known.every(isWitness))
    await store.write(writer => writer.setCosignatures(known.filter(isWitness)))
}
