/** Sends one e-mail by SMTP (RFC 5321), over TLS except within networks that the operator lists. */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect as connectTls } from 'node:tls'
import { createIsAllowed, createIsListed } from './allowed-addresses.ts'
import { NoConnection } from './operator-requests.ts'
import { createResolve } from './outgoing-requests.ts'

export interface Mail {
  from: string
  to: string[]
  subject: string
  text: string
}

/** smtps://user:password@host speaks TLS from the start; smtp://… upgrades with STARTTLS. */
export async function sendMail(server: URL, mail: Mail, networks: string[], at: Date): Promise<void> {
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const { address, isListed } = await findAddress(host, networks)
  const isSecure = server.protocol === 'smtps:'
  const port = Number(server.port || (isSecure ? 465 : 587))
  const socket = isSecure
    ? connectTls({ host: address, port, servername: nameFor(host) })
    : connectPlain(port, address)
  let dialog = openDialog(socket, host)
  try {
    await dialog.expect(220)
    let offers = await dialog.ask('EHLO firsthand', 250)
    if (!isSecure && /^STARTTLS$/im.test(offers)) {
      await dialog.ask('STARTTLS', 220)
      dialog.leave()
      dialog = openDialog(connectTls({ socket, servername: nameFor(host) }), host)
      offers = await dialog.ask('EHLO firsthand', 250)
    } else if (!isSecure && !isListed)
      throw new NoConnection(`${host} does not offer encryption (STARTTLS), so no mail was sent.`)
    if (server.username) await logIn(dialog, server, offers)
    await dialog.ask(`MAIL FROM:<${mail.from}>`, 250)
    for (const one of mail.to) await dialog.ask(`RCPT TO:<${one}>`, 250)
    await dialog.ask('DATA', 354)
    await dialog.ask(`${renderMail(mail, at)}\r\n.`, 250)
    await dialog.ask('QUIT', 221).catch(() => {})
  } finally {
    dialog.end()
  }
}

/** TLS knows names only. */
const nameFor = (host: string) => (isIP(host) ? '' : host)

async function findAddress(
  host: string,
  networks: string[],
): Promise<{ address: string; isListed: boolean }> {
  const isAllowed = createIsAllowed(networks)
  const addresses = isIP(host) ? [host] : await createResolve(isAllowed)(host).catch(() => [])
  const [address] = addresses
  if (!address) throw new NoConnection(`${host} was not found.`, true)
  if (!addresses.every(isAllowed))
    throw new NoConnection(
      `${host} is not on the public internet. If that is intended, list its network in OUTGOING_ALLOW_CIDRS.`,
    )
  return { address, isListed: addresses.every(createIsListed(networks)) }
}

interface Dialog {
  /** The text of the response, if it has the status. */
  expect(status: number): Promise<string>
  ask(line: string, status: number): Promise<string>
  /** Leaves the socket to another. */
  leave(): void
  end(): void
}

const SILENCE_MS = 30_000

function openDialog(socket: Socket, host: string): Dialog {
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  const arriving = lines[Symbol.asyncIterator]()
  let failure: NodeJS.ErrnoException | undefined
  const fail = (error: NodeJS.ErrnoException) => {
    failure = error
    lines.close()
  }
  socket.on('error', fail)
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('took too long')))

  async function expect(status: number): Promise<string> {
    let text = ''
    for (;;) {
      const { value: line, done } = await arriving.next()
      if (done) {
        const { code = 'it closed the connection' } = failure ?? {}
        throw new NoConnection(`${host} cannot be reached (${code}).`, code === 'ECONNREFUSED')
      }
      text += `${line.slice(4)}\n`
      if (line[3] === '-') continue
      if (Number(line.slice(0, 3)) === status) return text
      // Not what it says: some servers repeat the user name.
      throw new NoConnection(`${host} answered ${line.slice(0, 3)} to the mail, and did not take it.`)
    }
  }

  return {
    expect,
    async ask(line, status) {
      socket.write(`${line}\r\n`)
      return await expect(status)
    },
    leave() {
      socket.off('error', fail)
      socket.setTimeout(0)
      lines.close()
      socket.removeAllListeners('data')
      socket.pause()
    },
    end: () => socket.destroy(),
  }
}

/** RFC 4954 with the PLAIN mechanism, which every server has. */
async function logIn(dialog: Dialog, { username, password }: URL, offers: string): Promise<void> {
  if (!/^AUTH\b.*\bPLAIN\b/im.test(offers))
    throw new NoConnection('The mail server does not offer to log in with a password.')
  const pair = `\0${decodeURIComponent(username)}\0${decodeURIComponent(password)}`
  await dialog.ask(`AUTH PLAIN ${Buffer.from(pair).toString('base64')}`, 235)
}

/** The text as base64, so that no line of it can end the mail or be too long (RFC 2045). */
function renderMail({ from, to, subject, text }: Mail, at: Date): string {
  const body = Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  return [
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    'Auto-Submitted: auto-generated',
    '',
    body,
  ].join('\r\n')
}
