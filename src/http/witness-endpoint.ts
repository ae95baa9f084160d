/** The routes of the witness for other logs (C2SP tlog-witness). Without logs to cosign there are none. */
import type { IncomingMessage } from 'node:http'
import type { WitnessOverview } from '../model/witnessing.ts'
import { HTML } from '../publish/base/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { OnDemandPages } from './page-endpoints.ts'
import { readBody } from './request-body.ts'
import { type Ctx, respond, respondJson } from './response.ts'
import { type Headers, pageHeaders } from './response-headers.ts'

export const ADD_CHECKPOINT_PATH = '/witness/add-checkpoint'
const WITNESS_JSON_PATH = '/witness.json'

export const WITNESS_ROUTES = {
  '/witness': respondWitness,
  [WITNESS_JSON_PATH]: respondWitness,
  '/witness/:hash/checkpoint': respondWitnessed,
}

export interface WitnessPort {
  addCheckpoint(body: string): Promise<{ status: number; text: string; contentType?: string }>
  overview(): Promise<WitnessOverview>
  findCheckpoint(originHash: string): Promise<string | null>
}

export interface WitnessAccess {
  /** undefined until it has started. */
  current: () => WitnessPort | undefined
  /** How long this client must wait; 0 when it may submit. */
  waitSeconds: (incoming: IncomingMessage) => number
}

/** A proof of 63 hashes, and 16 signatures of 5 kB each (C2SP signed-note). */
const MAX_BODY_BYTES = 128 * 1024
const TEXT = 'text/plain; charset=utf-8'

/** `witness` is undefined while the service starts or stops. */
export async function respondAddCheckpoint(
  c: Ctx,
  witness: WitnessPort | undefined,
  waitSeconds: (incoming: IncomingMessage) => number,
): Promise<Response> {
  if (c.req.method !== 'POST')
    return respondText(c, 405, 'Send a POST (C2SP tlog-witness).\n', { allow: 'POST' })
  if (!witness) return respondText(c, 503, 'The service is starting or stopping.\n', { 'retry-after': '1' })
  const seconds = waitSeconds(c.env.incoming)
  if (seconds > 0) return respondText(c, 429, 'Too many requests.\n', { 'retry-after': String(seconds) })
  const body = await readBody(c.env.incoming, MAX_BODY_BYTES)
  if (body === null)
    return respondText(c, 413, `The request must have at most ${MAX_BODY_BYTES} bytes.\n`, {
      connection: 'close',
    })
  const { status, text, contentType = TEXT } = await witness.addCheckpoint(body.toString())
  return respondText(c, status, text, { 'content-type': contentType })
}

async function respondWitness(
  c: Ctx,
  snapshot: Snapshot,
  witness: WitnessPort,
  { pages }: { pages: OnDemandPages },
): Promise<Response> {
  const overview = await witness.overview()
  if (c.req.path === WITNESS_JSON_PATH) return respondJson(c, 200, overview)
  return respond(c, 200, pages.witness(snapshot, overview), {
    'content-type': HTML,
    ...pageHeaders(snapshot),
  })
}

async function respondWitnessed(c: Ctx, _snapshot: Snapshot, witness: WitnessPort): Promise<Response> {
  const note = await witness.findCheckpoint(c.req.param('hash') ?? '')
  return note === null
    ? respondText(c, 404, 'Nothing was cosigned for this origin.\n')
    : respondText(c, 200, note)
}

const respondText = (c: Ctx, status: number, text: string, more: Headers = {}) =>
  respond(c, status, text, {
    'content-type': TEXT,
    'content-length': String(Buffer.byteLength(text)),
    ...more,
  })
