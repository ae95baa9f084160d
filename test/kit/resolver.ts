/** A name server on loopback that can die, fall silent, lie and rebind, and the hub's own resolver that asks it. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import type { TestContext } from 'node:test'
import {
  createIsAllowed,
  createResolve,
  type Resolve,
} from '../../src/outgoing/guarded-connections.ts'

export interface TestResolver {
  resolve: Resolve
  /** Where other programs ask it. */
  address: string
  /** How many questions arrived, by name. A lookup asks two: for IPv4 and for IPv6. */
  questions: Map<string, number>
  /** The addresses of a name; none means that the name does not exist. Names without an entry have 127.0.0.1. */
  set(name: string, addresses: string[]): void
  /** The first lookup gets the first addresses, and so on; the last ones repeat. */
  rebind(name: string, ...turns: [string[], ...string[][]]): void
  /** How it treats all questions from now on. */
  behave(how: Treatment): void
}

/** `dead`: nobody listens. An array: every name has these addresses. */
export type Treatment = 'sound' | 'dead' | 'silent' | 'servfail' | 'nxdomain' | string[]

const SERVFAIL = 2
const NXDOMAIN = 3
const TYPES = { A: 1, AAAA: 28 }

export async function startResolver(t: TestContext): Promise<TestResolver> {
  const names = new Map<string, string[][]>()
  const questions = new Map<string, number>()
  let treatment: Treatment = 'sound'
  const server = createSocket('udp4')
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())

  function addressesOf(name: string): string[] {
    if (Array.isArray(treatment)) return treatment
    const turns = names.get(name) ?? [['127.0.0.1']]
    // Both questions of a lookup get the same answer.
    const turn = Math.ceil(questions.get(name)! / 2) - 1
    return turns[Math.min(turn, turns.length - 1)]!
  }

  server.on('message', (message, { port, address }) => {
    const { name, type, end } = readQuestion(message)
    questions.set(name, (questions.get(name) ?? 0) + 1)
    if (treatment === 'silent') return
    const addresses = addressesOf(name)
    const isMissing = treatment === 'nxdomain' || addresses.length === 0
    const code = treatment === 'servfail' ? SERVFAIL : isMissing ? NXDOMAIN : 0
    const found = addresses.filter(one => (type === TYPES.A) === isIPv4(one))
    const known = type === TYPES.A || type === TYPES.AAAA
    server.send(
      respond(message.subarray(0, end), code, code === 0 && known ? found : []),
      port,
      address,
    )
  })

  const address = `127.0.0.1:${server.address().port}`
  const sound = createResolve(createIsAllowed(['127.0.0.0/8']), [address])
  // Port 1 is closed.
  const dead = createResolve(createIsAllowed(['127.0.0.0/8']), ['127.0.0.1:1'])
  return {
    resolve: host => (treatment === 'dead' ? dead : sound)(host),
    address,
    questions,
    set: (name, addresses) => void names.set(name, [addresses]),
    rebind(name, ...turns) {
      questions.delete(name)
      names.set(name, turns)
    },
    behave(how) {
      treatment = how
    },
  }
}

const HEADER_BYTES = 12

/** The only question of a message (RFC 1035 §4.1.2). */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** Repeats the header and the question, and adds the addresses (RFC 1035 §4.1). */
function respond(question: Buffer, code: number, addresses: string[]): Buffer {
  const head = Buffer.from(question)
  // A response by a server that offers recursion.
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(addresses.length, 6)
  // c-ares adds an EDNS record, which is not repeated.
  head.writeUInt16BE(0, 10)
  return Buffer.concat([head, ...addresses.map(toRecord)])
}

const POINTER_TO_QUESTION = 0xc000 | HEADER_BYTES

function toRecord(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : packIPv6(address)
  const record = Buffer.alloc(HEADER_BYTES)
  record.writeUInt16BE(POINTER_TO_QUESTION, 0)
  record.writeUInt16BE(isIPv4(address) ? TYPES.A : TYPES.AAAA, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([record, data])
}

function packIPv6(address: string): Buffer {
  const [head = '', tail = ''] = new URL(`https://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
  const [before, after] = [groups(head), groups(tail)]
  const middle = Array<number>(8 - before.length - after.length).fill(0)
  return Buffer.from([...before, ...middle, ...after].flatMap(group => [group >> 8, group & 0xff]))
}
