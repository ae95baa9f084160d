/** Cosigns the checkpoints of other logs (C2SP tlog-witness): only what extends the checkpoint that it cosigned last. */
import { hash } from 'node:crypto'
import { type Checkpoint, parseCheckpoint } from '../ledger/checkpoint.ts'
import {
  COSIGNED_ED25519,
  COSIGNED_ML_DSA_44,
  findSignature,
  type NoteKey,
  type NoteKeyType,
  parseNoteKey,
  signedMessage,
  timedSignature,
} from '../ledger/cosignature.ts'
import { fromBase64, HASH_BYTES, sameBytes, toBase64 } from '../ledger/encoding.ts'
import { rootOfLeaves } from '../ledger/merkle-tree.ts'
import { keyId, signatureLine, verifierKey } from '../ledger/sign-checkpoint.ts'
import { verifyConsistency } from '../ledger/verify-proof.ts'
import { withoutScheme } from '../model/scalars.ts'
import type { Refusal, WitnessedLog, WitnessOverview, WitnessRecord } from '../model/witnessing.ts'
import { openSeed, sha256, verifyBytes } from '../store/base/node-signatures.ts'
import type { Store, StoreWriter } from '../store/store.ts'

export interface WitnessDependencies {
  store: Pick<Store, 'write' | 'memo'>
  key: WitnessKey
  logs: WitnessedLog[]
  now: () => Date
}

export interface AddCheckpointResponse {
  status: 200 | 400 | 403 | 404 | 409 | 422
  text: string
  /** Plain text when absent. */
  contentType?: string
}

export type Witness = ReturnType<typeof createWitness>

export function createWitness({ store, key, logs, now }: WitnessDependencies) {
  const known = new Map<string, NoteKey[]>()
  for (const { origin, key: line } of logs)
    known.set(origin, [...(known.get(origin) ?? []), parseNoteKey(line, sha256)])

  /** One transaction, which only one process at a time can have: two forks cannot both be cosigned. */
  const decide = (request: AddCheckpoint, trusted: NoteKey[]) =>
    store.write(async (writer): Promise<AddCheckpointResponse> => {
      const { checkpoint, oldSize } = request
      const kept = await readRecord(writer, checkpoint.origin)
      const note = noteOf(checkpoint, trusted)
      const at = now()
      const refusal = await findRefusal(request, kept, note, at)
      if (refusal) await saveRecord(writer, checkpoint.origin, withRefusal(kept!, refusal))
      const latest = kept?.size ?? 0
      if (oldSize !== latest) return { status: 409, text: `${latest}\n`, contentType: SIZE_TYPE }
      if (!(await extendsKept(request, kept))) return { status: 422, text: NOT_EXTENDED }
      const lines = key.cosign(checkpoint, at)
      const root = toBase64(checkpoint.root)
      await saveRecord(writer, checkpoint.origin, {
        size: checkpoint.size,
        root,
        at: at.toISOString(),
        checkpoint: note + lines,
        // That the proof was wrong the first time said nothing about the log.
        refusals: (kept?.refusals ?? []).filter(
          ({ kind, refused }) => kind === 'fork' || !refused.startsWith(checkpoint.body),
        ),
      })
      return { status: 200, text: lines }
    })

  const readAll = () =>
    Promise.all(
      Array.from(known, async ([origin, trusted]) => ({
        origin,
        keys: trusted.map(({ line }) => line),
        record: await readRecord(store, origin),
      })),
    )

  return {
    async addCheckpoint(body: string): Promise<AddCheckpointResponse> {
      const request = parse(body)
      if (typeof request === 'string') return { status: 400, text: `${request}\n` }
      const { checkpoint, oldSize } = request
      const keys = known.get(checkpoint.origin)
      if (!keys) return { status: 404, text: UNKNOWN_LOG }
      const found = keys.map(one => findSignature(checkpoint, one, verifyBytes).state)
      if (found.includes('wrong') || !found.includes('valid'))
        return { status: 403, text: UNSIGNED }
      if (oldSize > checkpoint.size) return { status: 400, text: TOO_OLD }
      return await decide(request, keys)
    },
    overview: async (): Promise<WitnessOverview> => ({
      name: key.name,
      keys: key.keys,
      logs: await readAll(),
    }),
    /** The cosigned checkpoint of the log whose origin has this SHA-256 in hexadecimal; null if there is none. */
    async findCheckpoint(originHash: string): Promise<string | null> {
      const log = (await readAll()).find(({ origin }) => hash('sha256', origin) === originHash)
      return log?.record?.checkpoint ?? null
    },
  }
}

const UNKNOWN_LOG =
  'This witness does not cosign this log. Its operator lists logs in WITNESS_FOR.\n'
const UNSIGNED =
  'The checkpoint has no valid signature of a key that this witness knows for the log.\n'
const TOO_OLD = 'The old size is larger than the checkpoint.\n'
const NOT_EXTENDED = 'The checkpoint is not shown to extend the one that was cosigned last.\n'

function parse(body: string): AddCheckpoint | string {
  try {
    return parseAddCheckpoint(body)
  } catch (error) {
    return (error as Error).message
  }
}

const memoOf = (origin: string) => `witness:${origin}`
const readRecord = (from: Pick<Store, 'memo'>, origin: string) =>
  from.memo<WitnessRecord>(memoOf(origin))
const saveRecord = (writer: StoreWriter, origin: string, record: WitnessRecord) =>
  writer.setMemo(memoOf(origin), record)

/** Without the signatures of others, of which there may be any number. */
function noteOf({ body, signatures }: Checkpoint, trusted: NoteKey[]): string {
  const own = signatures.filter(({ name, keyId }) =>
    trusted.some(key => key.name === name && sameBytes(key.keyId, keyId)),
  )
  return `${body}\n${own.map(one => signatureLine(one.name, one.keyId, one.signature)).join('')}`
}

async function extendsKept(
  { checkpoint, oldSize, proof }: AddCheckpoint,
  kept: WitnessRecord | null,
) {
  const nothing = await rootOfLeaves([], sha256)
  if (checkpoint.size === 0 && !sameBytes(checkpoint.root, nothing)) return false
  const oldRoot = kept ? fromBase64(kept.root) : nothing
  return await verifyConsistency(
    { oldSize, oldRoot, newSize: checkpoint.size, newRoot: checkpoint.root, proof },
    sha256,
  )
}

/** Anyone can send a genuine checkpoint with a wrong proof, or an older one: only another root of the same size proves a fork. */
async function findRefusal(
  request: AddCheckpoint,
  kept: WitnessRecord | null,
  refused: string,
  at: Date,
): Promise<Refusal | null> {
  if (!kept) return null
  const { size, root } = request.checkpoint
  const isFork = size === kept.size && toBase64(root) !== kept.root
  const isUnproven =
    size > kept.size && request.oldSize === kept.size && !(await extendsKept(request, kept))
  if (!isFork && !isUnproven) return null
  return {
    at: at.toISOString(),
    kind: isFork ? 'fork' : 'unproven',
    cosigned: kept.checkpoint,
    refused,
  }
}

const MAX_REFUSALS = 20

/** The first ones are the evidence; later ones add little, and must not fill the database. Proven forks displace what is unproven. */
function withRefusal(kept: WitnessRecord, refusal: Refusal): WitnessRecord {
  const bodyOf = ({ refused }: Refusal) => refused.slice(0, refused.indexOf('\n\n'))
  if (kept.refusals.some(one => one.kind === refusal.kind && bodyOf(one) === bodyOf(refusal)))
    return kept
  const all = [...kept.refusals, refusal]
  const forks = all.filter(({ kind }) => kind === 'fork')
  const others = all.filter(({ kind }) => kind !== 'fork')
  return { ...kept, refusals: [...forks, ...others].slice(0, MAX_REFUSALS) }
}

type WitnessKey = Awaited<ReturnType<typeof openWitnessKey>>

const MEMO = 'witness_key'
const SEED_BYTES = 32

/** The key of this witness, not that of its log: generated once, the same for every instance on this database, with a name that stays if the service moves. */
export async function openWitnessKey(
  store: Pick<Store, 'write'>,
  baseUrl: string,
  randomBytes: (size: number) => Uint8Array,
) {
  const { name, seed } = await store.write(async writer => {
    const known = await writer.memo<typeof generated>(MEMO)
    if (known) return known
    const generated = {
      name: `${withoutScheme(baseUrl)}/witness`,
      seed: Buffer.from(randomBytes(SEED_BYTES)).toString('base64url'),
    }
    await writer.setMemo(MEMO, generated)
    return generated
  })
  const signers = [COSIGNED_ED25519, COSIGNED_ML_DSA_44].map(type =>
    createSigner(name, type as NoteKeyType, Buffer.from(seed, 'base64url')),
  )
  return {
    name,
    /** The verifier keys: Ed25519, ML-DSA-44. */
    keys: signers.map(({ key }) => key),
    /** The signature lines of both keys. */
    cosign(checkpoint: Checkpoint, now: Date): string {
      const time = Math.floor(now.getTime() / 1000)
      return signers.map(({ line }) => line(checkpoint, time)).join('')
    },
  }
}

/** No two algorithms share a seed. */
function createSigner(name: string, type: NoteKeyType, seed: Buffer) {
  const { publicKey, sign } = openSeed(
    type,
    hash('sha256', Buffer.concat([Buffer.of(type), seed]), 'buffer'),
  )
  const id = keyId(name, publicKey, sha256, type)
  return {
    key: verifierKey(name, publicKey, sha256, type),
    line: (checkpoint: Checkpoint, time: number) =>
      signatureLine(
        name,
        id,
        timedSignature(time, sign(signedMessage(checkpoint, { type, name }, time))),
      ),
  }
}

/** The body of an `add-checkpoint` request (C2SP tlog-witness): old size, consistency proof, checkpoint. */
type AddCheckpoint = { oldSize: number; proof: Uint8Array[]; checkpoint: Checkpoint }

/** tlog-witness, "add-checkpoint". */
const MAX_HASHES = 63

/** Throws for any other form. */
function parseAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n')
  const [first = '', ...hashes] = text.slice(0, Math.max(0, end)).split('\n')
  const [, oldSize] = /^old (0|[1-9]\d*)$/.exec(first) ?? []
  if (oldSize === undefined || !Number.isSafeInteger(Number(oldSize)))
    throw new Error('The request must begin with a line such as "old 25".')
  if (hashes.length > MAX_HASHES) throw new Error(`A proof has at most ${MAX_HASHES} hashes.`)
  const proof = hashes.map(fromBase64)
  if (proof.some(hash => hash.length !== HASH_BYTES))
    throw new Error('A hash of the proof is not 32 bytes long.')
  return { oldSize: Number(oldSize), proof, checkpoint: parseCheckpoint(text.slice(end + 2)) }
}

export const encodeAddCheckpoint = (oldSize: number, proof: Uint8Array[], note: string): string =>
  `${[`old ${oldSize}`, ...proof.map(toBase64)].join('\n')}\n\n${note}`

/** The body of a 409: the size of the checkpoint that the witness cosigned last. */
const SIZE_TYPE = 'text/x.tlog.size'
