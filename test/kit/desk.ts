/** The owner's desk for tests: on a real socket and a real database, with a client that sends any header. */
import { randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { TestContext } from 'node:test'
import {
  createDeskLink,
  type DeskDependencies,
  type DeskSettings,
  startDesk,
} from '../../src/desk/desk-server.ts'
import type { Store } from '../../src/store/store.ts'
import { type Folder, makeFolder } from './folder.ts'
import { business as plumber, type Row } from './rows.ts'
import { importInto } from './service.ts'
import { share } from './share.ts'
import { openTestStore } from './store.ts'

export interface DeskAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

export interface DeskCall {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
}

export interface TestDesk {
  folder: Folder
  store: Store
  server: Awaited<ReturnType<typeof startDesk>>
  origin: string
  clock: { now: Date }
  errors: Error[]
  /** A link that was not used yet, as a path. */
  newLink(): Promise<string>
  /** Presses the button that the link leads to. */
  openLink(link: string, headers?: Record<string, string>): Promise<DeskAnswer>
  /** A bare request, without a session. */
  call(path: string, options?: DeskCall): Promise<DeskAnswer>
  /** As the owner's browser: with its cookie. */
  get(path: string): Promise<DeskAnswer>
  /** Sends a form as a page of the desk would. */
  post(path: string, fields: Record<string, string>): Promise<DeskAnswer>
  /** Sends a file as the form for imports would. */
  upload(name: string, content: string | Uint8Array): Promise<DeskAnswer>
  /** Sends any body to where files are sent. */
  sendForm(
    body: NonNullable<DeskCall['body']>,
    headers?: Record<string, string>,
  ): Promise<DeskAnswer>
  csrf: string
  cookie: string
}

export interface TestDeskOptions {
  rows: Row[]
  /** null for none. */
  business?: unknown
  check?: DeskDependencies['check']
  backup?: Omit<DeskSettings, 'port' | 'baseUrl' | 'databaseUrl' | 'businessFile'>
  silentMs?: number
}

export const NO_BACKUPS = {
  backupKeep: 14,
  backupS3Region: '',
  outgoingAllowCidrs: [] as string[],
  secretKey: [],
  alertEmailTo: [],
}

/** The pages that an owner opens by name. */
export const DESK_PAGES = [
  '/',
  '/import',
  '/people',
  '/removal',
  '/business',
  '/status',
  '/setup',
  '/backups',
  '/pulls',
  '/pulls?kind=google',
]

export const BOUNDARY = '----desk'

export async function startTestDesk(
  t: TestContext,
  {
    rows,
    business = plumber,
    check = async () => ({ checks: [], status: null }),
    backup = NO_BACKUPS,
    ...limits
  }: TestDeskOptions,
): Promise<TestDesk> {
  const folder = await makeFolder(t)
  const businessFile =
    business === null
      ? `${folder.path}/business.json`
      : await folder.write('business.json', business)
  await importInto(folder.databaseUrl, rows, business)
  const clock = { now: new Date() }
  const dependencies = {
    now: () => clock.now,
    randomBytes: (size: number): Uint8Array => randomBytes(size),
  }
  const { store } = await openTestStore(t, folder)
  const errors: Error[] = []
  const server = await startDesk(
    {
      port: 0,
      tunnelPort: 9123,
      databaseUrl: folder.databaseUrl,
      businessFile,
      ...backup,
      baseUrl: 'https://reviews.example.net',
    },
    {
      store,
      ...dependencies,
      check,
      ...limits,
      onError: error => void errors.push(error),
    },
  )
  t.after(() => server.close())
  const origin = `http://127.0.0.1:${server.port}`
  const call: TestDesk['call'] = (path, options) => sendTo(server.port, path, options)
  const newLink = async () =>
    new URL(createDeskLink(server.port, await store.secretKey(), dependencies)).pathname
  const openLink: TestDesk['openLink'] = (link, headers = {}) =>
    call(link, { method: 'POST', headers: { origin, ...headers } })
  const opened = await openLink(await newLink())
  const cookie = String(opened.headers['set-cookie']?.[0]).split(';')[0]!
  const get = (path: string) => call(path, { headers: { cookie } })
  const csrf = /name="csrf" value="([^"]+)"/.exec((await get('/import')).body)![1]!
  const sendForm: TestDesk['sendForm'] = (body, headers = {}) =>
    call('/import/upload', {
      method: 'POST',
      headers: {
        cookie,
        origin,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
      body,
    })
  return {
    folder,
    store,
    server,
    origin,
    clock,
    errors,
    newLink,
    openLink,
    call,
    get,
    csrf,
    cookie,
    post: (path, fields) =>
      call(path, {
        method: 'POST',
        headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ csrf, ...fields })),
      }),
    sendForm,
    upload: (name, content) => sendForm(fileForm(csrf, name, content)),
  }
}

export const formPart = (name: string, content: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`

/** A form with a file, as browsers write it. */
export const fileForm = (csrf: string, name: string, content: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      `${formPart('csrf', csrf)}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** Not fetch, which sets Host and Origin itself. */
export function sendTo(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: DeskCall = {},
) {
  return new Promise<DeskAnswer>((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      incoming => {
        const chunks: Buffer[] = []
        incoming.on('data', chunk => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode!,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
            bytes: Buffer.concat(chunks),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array)
      outgoing.end(body)
    else void pour(body, outgoing).catch(reject)
  })
}

async function pour(
  body: AsyncIterable<Uint8Array>,
  outgoing: ReturnType<typeof request>,
): Promise<void> {
  for await (const chunk of body)
    if (!outgoing.write(chunk))
      await new Promise<void>(resolve => outgoing.once('drain', () => resolve()))
  outgoing.end()
}

/** One desk for all tests of a describe block. */
export function shareDesk(options: Parameters<typeof startTestDesk>[1]): {
  readonly desk: TestDesk
} {
  const started = share(t => startTestDesk(t, options))
  return {
    get desk() {
      return started()
    },
  }
}
