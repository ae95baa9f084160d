import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { DEFAULT_PLACES } from '../../../src/actions/shell-command.ts'
import { createPublicDesk } from '../../../src/desk/public-desk.ts'
import { listen } from '../../../src/http/http-server.ts'
import { system } from '../../../src/model/system.ts'
import { BOUNDARY, fileForm, NO_BACKUPS, sendTo, startTestDesk } from '../../kit/desk.ts'
import { openDeskSession } from '../../kit/public-desk.ts'
import { business } from '../../kit/rows.ts'
import { importInto, until } from '../../kit/service.ts'
import { openTestStore } from '../../kit/store.ts'

const BASE_URL = 'https://reviews.example'
/** Much less than an upload may be silent, so that only its own limit can end it. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 200,
  requestTimeout: 200,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 20,
}
const SILENT_MS = 2000
const CONTENT = 'x'.repeat(5000)

interface Sending {
  socket: Socket
  received: string
}

/** Sends the head and half of the body. */
function begin(port: number, head: string[], body: Buffer): Sending {
  const sending: Sending = {
    socket: connect(port, '127.0.0.1').on('error', () => {}),
    received: '',
  }
  sending.socket.setEncoding('utf8').on('data', text => (sending.received += text))
  const lines = [...head, `Content-Length: ${body.length}`, '', '']
  sending.socket.write(lines.join('\r\n'))
  sending.socket.write(body.subarray(0, body.length / 2))
  return sending
}

/** One byte after the other, faster when `isEnough`. */
async function drip(
  { socket, received }: Sending,
  body: Buffer,
  isEnough: () => boolean,
): Promise<void> {
  let sent = Math.floor(body.length / 2)
  for (; !isEnough(); sent++) {
    assert.equal(received, '', 'the rest is waited for')
    socket.write(body.subarray(sent, sent + 1))
    await sleep(20)
  }
  socket.write(body.subarray(sent))
}

/** The server that publishes, with the desk at the public address alone. */
async function startServer(t: Parameters<typeof startTestDesk>[0]) {
  const { store, folder } = await openTestStore(t)
  await importInto(folder.databaseUrl, [], business)
  const desk = createPublicDesk({
    ...system,
    store,
    baseUrl: BASE_URL,
    places: { ...DEFAULT_PLACES, ...NO_BACKUPS },
    check: async () => ({ checks: [], status: null }),
    onError: error => assert.fail(error),
    silentMs: SILENT_MS,
  })
  t.after(() => desk.close())
  const app = {
    routes: [],
    writePrebuilt: () => false,
    fetch: (request: Request, bindings: HttpBindings) => desk.fetch(request, bindings),
  }
  const server = await listen(app, { host: '127.0.0.1', port: 0, limits: LIMITS })
  t.after(() => server.close(0))
  return { port: server.port, store }
}

describe('A file from a phone on a slow line', () => {
  it(`Arrives however long it takes, while a stalled one ends with a sentence, and any other slow request after the limit of the server`, async t => {
    const { port, store } = await startServer(t)
    const cookie = await openDeskSession(store, 'Rosa', new Date())
    const { body } = await sendTo(port, '/desk/import', { headers: { cookie } })
    const csrf = /name="csrf" value="([^"]+)"/.exec(body)![1]!
    const headTo = (path: string, type: string) => [
      `POST /desk${path} HTTP/1.1`,
      'Host: reviews.example',
      `Origin: ${BASE_URL}`,
      `Cookie: ${cookie}`,
      `Content-Type: ${type}`,
    ]
    const upload = headTo('/import/upload', `multipart/form-data; boundary=${BOUNDARY}`)
    const form = fileForm(csrf, 'reviews.csv', CONTENT)
    const stalled = begin(port, upload, form)
    const steady = begin(port, upload, form)
    const plain = Buffer.from(`csrf=${csrf}&${CONTENT}`)
    const other = begin(port, headTo('/people', 'application/x-www-form-urlencoded'), plain)
    await drip(steady, form, () => other.socket.closed && stalled.socket.closed)
    await until(() => steady.received !== '')
    assert.match(other.received, /^HTTP\/1\.1 408 .*request_timeout/s)
    assert.match(
      stalled.received,
      /^HTTP\/1\.1 400 .*Nothing more of the file arrived for half a minute\./s,
    )
    assert.match(steady.received, /^HTTP\/1\.1 303 .*location: \/desk\/import\/[0-9a-f]{24}\r\n/is)
  })

  it('Ends with the same sentence at the desk on this machine, which sets no other limit', async t => {
    const { server, cookie, origin, csrf } = await startTestDesk(t, {
      rows: [],
      silentMs: SILENT_MS / 10,
    })
    const form = fileForm(csrf, 'reviews.csv', CONTENT)
    const head = [
      'POST /import/upload HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      `Origin: ${origin}`,
    ]
    const more = [`Cookie: ${cookie}`, `Content-Type: multipart/form-data; boundary=${BOUNDARY}`]
    const stalled = begin(server.port, [...head, ...more], form)
    await until(() => stalled.socket.closed)
    assert.match(stalled.received, /Nothing more of the file arrived for half a minute\./)
  })
})
