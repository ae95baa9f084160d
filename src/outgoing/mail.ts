/** Sends one e-mail over a guarded connection, encrypted except within networks that the operator lists. */
import type { Socket } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { asFailure, RequestFailure } from './failures.ts'
import {
  bareHost,
  type Connect,
  connectAllowed,
  createIsAllowed,
  createIsListed,
  createResolve,
  openConnection,
} from './guarded-connections.ts'

export type Mail = { from: string; to: string[]; subject: string; text: string }

export type MailGuard = ReturnType<typeof createMailGuard>

export function createMailGuard(networks: string[]) {
  const isAllowed = createIsAllowed(networks)
  return {
    /** Opens a connection before any TLS. */
    connect: connectAllowed(isAllowed, createResolve(isAllowed), 'http:'),
    /** Whether mail may go to this address in plain text. */
    isListed: createIsListed(networks),
  }
}

/** smtps://user:password@host speaks TLS from the start; smtp://… upgrades with STARTTLS. */
export async function sendMail(server: URL, mail: Mail, guard: MailGuard, at: Date): Promise<void> {
  const message = await renderMail(mail, at)
  try {
    // The library gets a socket, because it would look the name up itself and check no address.
    const socket = await openSocket(server, guard.connect)
    const isListed = guard.isListed(socket.remoteAddress ?? '')
    await deliver(openSession(server, socket, isListed), server, mail, message)
  } catch (error) {
    throw describeFailure(error as SmtpError, server)
  }
}

const renderMail = (mail: Mail, date: Date) =>
  new MailComposer({
    ...mail,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'base64',
  })
    .compile()
    .build()

const isSecure = ({ protocol }: URL) => protocol === 'smtps:'

function openSocket(server: URL, connect: Connect): Promise<Socket> {
  const { hostname, host, port } = server
  const defaultPort = isSecure(server) ? '465' : '587'
  return openConnection(connect, { hostname, host, protocol: 'http:', port: port || defaultPort })
}

const SILENCE_MS = 30_000

const openSession = (server: URL, connection: Socket, isListed: boolean) =>
  new SMTPConnection({
    connection,
    host: bareHost(server.hostname),
    name: 'firsthand',
    secure: isSecure(server),
    requireTLS: !isListed,
    tls: { rejectUnauthorized: true },
    socketTimeout: SILENCE_MS,
  })

type Done<T> = (error?: Error | null, result?: T) => void

async function deliver(
  session: SMTPConnection,
  { username, password }: URL,
  { from, to }: Mail,
  message: Buffer,
): Promise<void> {
  const broken = new Promise<never>((_, reject) => session.on('error', reject))
  const step = <T>(start: (done: Done<T>) => void) =>
    Promise.race([
      broken,
      new Promise<T>((resolve, reject) =>
        start((error, result) => (error ? reject(error) : resolve(result!))),
      ),
    ])
  try {
    await step<void>(done => session.connect(done))
    if (username !== '') {
      if (!session.allowsAuth) throw new RequestFailure(NO_LOGIN, 'wrong status')
      const [user, pass] = [username, password].map(decodeURIComponent)
      await step<boolean>(done => session.login({ method: 'PLAIN', user, pass }, done))
    }
    const sent = await step<SMTPConnection.SentMessageInfo>(done =>
      session.send({ from, to }, message, done),
    )
    // The mail is taken by now, however the connection ends.
    await step<void>(done => session.once('end', done).quit()).catch(() => {})
    if (sent.rejectedErrors?.[0]) throw sent.rejectedErrors[0]
  } finally {
    session.close()
  }
}

const NO_LOGIN = 'The mail server does not offer to log in with a password.'

interface SmtpError extends NodeJS.ErrnoException {
  /** The status of the response, if there was one. */
  responseCode?: number
  /** Of the system, where the library has a code of its own. */
  originalCode?: string
}

/** Without what the server says: some repeat the user name. */
function describeFailure(error: SmtpError, server: URL): Error {
  const hostname = bareHost(server.hostname)
  const { code, responseCode, originalCode } = error
  if (responseCode === undefined)
    return asFailure(Object.assign(error, { code: originalCode ?? code }), {
      hostname,
      protocol: server.protocol,
    })
  return new RequestFailure(
    code === 'ETLS'
      ? `${hostname} does not offer encryption (STARTTLS), so no mail was sent.`
      : `${hostname} answered ${responseCode} to the mail, and did not take it.`,
    'wrong status',
  )
}
