/** A small mail server for one test: it takes what it gets, and keeps it. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import type { Certificate } from './tls.ts'

export interface TestMailServer {
  port: number
  /** Every line that clients sent, over TLS or not. */
  lines: string[]
  /** Headers and decoded text of every mail. */
  mails: { headers: string; text: string }[]
  countConnections(): Promise<number>
}

export interface MailServerOptions {
  certificate?: Certificate
  /** Speaks TLS from the start, instead of offering STARTTLS. */
  isSecure?: boolean
  /** The status after a mail. */
  accepts?: number
  /** What it offers after EHLO. */
  offers?: string
  /** Responses that differ from the usual, by how the line begins; null hangs up. The greeting responds to an empty line. */
  responses?: Record<string, string | null>
}

/** With a certificate it offers STARTTLS, or speaks TLS from the start. */
export async function startMailServer(
  t: TestContext,
  {
    certificate,
    isSecure = false,
    accepts = 250,
    offers = 'AUTH LOGIN PLAIN',
    responses = {},
  }: MailServerOptions = {},
): Promise<TestMailServer> {
  const lines: string[] = []
  const mails: TestMailServer['mails'] = []
  const server = createServer(socket => {
    const stream = isSecure ? secured(socket) : socket
    stream.write(responses[''] ?? '220 test\r\n')
    converse(stream, certificate !== undefined && !isSecure)
  }).listen(0, '127.0.0.1')

  const secured = (socket: Socket) =>
    new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) })

  function converse(socket: Socket, offersTls: boolean): void {
    let rest = ''
    let mail: string[] | null = null
    socket.on('error', () => {})
    socket.on('data', data => {
      rest += data
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (mail && line !== '.') mail.push(line)
        else if (mail) {
          const [headers, body] = mail.join('\r\n').split('\r\n\r\n')
          if (accepts === 250)
            mails.push({ headers: headers!, text: Buffer.from(body!, 'base64').toString() })
          mail = null
          socket.write(`${accepts} done\r\n`)
        } else respond(line)
      }
    })

    function respond(line: string): void {
      lines.push(line)
      const other = Object.keys(responses).find(start => start !== '' && line.startsWith(start))
      const special = other === undefined ? undefined : responses[other]
      if (special === null) socket.resetAndDestroy()
      else if (special !== undefined) socket.write(special)
      else if (line.startsWith('EHLO'))
        socket.write(`250-test\r\n${offersTls ? '250-STARTTLS\r\n' : ''}250 ${offers}\r\n`)
      else if (line === 'STARTTLS' && !offersTls) socket.write('502 unknown\r\n')
      else if (line.startsWith('AUTH')) socket.write('235 welcome\r\n')
      else if (line === 'DATA') {
        mail = []
        socket.write('354 go on\r\n')
      } else if (line === 'STARTTLS' && offersTls) {
        socket.removeAllListeners('data')
        socket.write('220 go on\r\n')
        converse(secured(socket), false)
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    }
  }

  await once(server, 'listening')
  t.after(() => server.close())
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    mails,
    countConnections: promisify(server.getConnections.bind(server)),
  }
}
