/** A small mail server for one test: it takes what it gets, and keeps it. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { Certificate } from './tls.ts'

export interface TestMailServer {
  port: number
  /** Every line that clients sent, over TLS or not. */
  lines: string[]
  /** Headers and decoded text of every mail. */
  mails: { headers: string; text: string }[]
}

/** With a certificate it offers STARTTLS; `accepts` is the status after a mail. */
export async function startMailServer(
  t: TestContext,
  { certificate, accepts = 250 }: { certificate?: Certificate; accepts?: number } = {},
): Promise<TestMailServer> {
  const lines: string[] = []
  const mails: TestMailServer['mails'] = []
  const server = createServer(socket => {
    socket.write('220 test\r\n')
    converse(socket, certificate !== undefined)
  }).listen(0, '127.0.0.1')

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
      if (line.startsWith('EHLO'))
        socket.write(`250-test\r\n${offersTls ? '250-STARTTLS\r\n' : ''}250 AUTH LOGIN PLAIN\r\n`)
      else if (line.startsWith('AUTH')) socket.write('235 welcome\r\n')
      else if (line === 'DATA') {
        mail = []
        socket.write('354 go on\r\n')
      } else if (line === 'STARTTLS') {
        socket.removeAllListeners('data')
        socket.write('220 go on\r\n')
        converse(
          new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) }),
          false,
        )
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    }
  }

  await once(server, 'listening')
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, lines, mails }
}
