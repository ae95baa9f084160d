/** The routes of the witness for other logs (C2SP tlog-witness). Without logs to cosign there are none. */
import type { WitnessOverview } from '../model/witnessing.ts'
import { HTML } from '../publish/base/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { OnDemandPages } from './page-endpoints.ts'
import { type Inbox, readPost, refusePost } from './posts.ts'
import type { Limiter } from './rate-limit.ts'
import {
  type Ctx,
  refuseAsText,
  respond,
  respondJson,
  respondStarting,
  respondText,
} from './response.ts'
import { pageHeaders } from './response-headers.ts'

const WITNESS_JSON_PATH = '/witness.json'

export interface WitnessPort {
  addCheckpoint(body: string): Promise<{ status: number; text: string; contentType?: string }>
  overview(): Promise<WitnessOverview>
  findCheckpoint(originHash: string): Promise<string | null>
}

export interface WitnessAccess {
  /** undefined until it has started. */
  current: () => WitnessPort | undefined
  limiter: Limiter
}

type WithWitness = { witness?: WitnessAccess | undefined }

const CHECKPOINTS: Inbox = {
  methods: 'POST',
  help: 'Send a POST (C2SP tlog-witness).',
  // A proof of 63 hashes, and 16 signatures of 5 kB each (C2SP signed-note).
  maxBytes: 128 * 1024,
  refuse: refuseAsText,
}

export const isWitness = ({ witness }: WithWitness) => witness !== undefined

export async function respondAddCheckpoint(
  c: Ctx,
  { witness: access }: WithWitness,
): Promise<Response> {
  const witness = access!.current()
  const refusal = refusePost(c, CHECKPOINTS, witness !== undefined, () =>
    access!.limiter.waitSeconds(c.env.incoming),
  )
  const body = refusal ?? (await readPost(c, CHECKPOINTS))
  if (body instanceof Response) return body
  const { status, text, contentType } = await witness!.addCheckpoint(body.toString())
  return respondNote(c, status, text, contentType)
}

export async function respondWitness(
  c: Ctx,
  snapshot: Snapshot,
  { pages, witness: access }: WithWitness & { pages: OnDemandPages },
): Promise<Response> {
  const witness = access!.current()
  if (!witness) return respondStarting(c)
  const overview = await witness.overview()
  if (c.req.path === WITNESS_JSON_PATH) return respondJson(c, 200, overview)
  return respond(c, 200, pages.witness(snapshot, overview), {
    'content-type': HTML,
    ...pageHeaders(snapshot),
  })
}

export async function respondWitnessed(
  c: Ctx,
  _snapshot: Snapshot,
  { witness: access }: WithWitness,
) {
  const witness = access!.current()
  if (!witness) return respondStarting(c)
  const note = await witness.findCheckpoint(c.req.param('hash') ?? '')
  return note === null
    ? respondText(c, 404, 'Nothing was cosigned for this origin.')
    : respondNote(c, 200, note)
}

/** Its bytes are signed, and the endings of its lines are its own. */
const respondNote = (c: Ctx, status: number, text: string, type = 'text/plain; charset=utf-8') =>
  respond(c, status, text, {
    'content-type': type,
    'content-length': String(Buffer.byteLength(text)),
  })
