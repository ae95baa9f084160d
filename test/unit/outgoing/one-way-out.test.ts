import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The only module that connects to other machines. */
const THE_WAY_OUT = 'src/outgoing/**'
/** The database driver's sockets, created here so that none keeps the process alive. Their address is a setting of the operator. */
const TO_THE_DATABASE = 'src/store/postgres/connections.ts'
/** Starts the builder, which is this program. */
const TO_THE_BUILDER = 'src/serve/builder-process.ts'
/** Runs in the visitor's browser, which connects to the service that the page came from. */
const IN_THE_BROWSER = 'src/site/browser/**'
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('Connections to the outside', () => {
  it('Only one module connects to other machines, except for the database', () => {
    const exclude = [THE_WAY_OUT, TO_THE_DATABASE, TO_THE_BUILDER, IN_THE_BROWSER]
    const files = globSync('src/**/*.ts', { cwd: root, exclude })
    assert.ok(files.length > 50)
    for (const file of files)
      assert.deepEqual(findWaysOut(read(file)), [], `${file} can reach the network`)
  })

  it('In that module one file opens connections, and two speak HTTP and SMTP over them', () => {
    const files = globSync(THE_WAY_OUT, { cwd: root }).filter(file => file.endsWith('.ts'))
    const ways = files.map(file => [file, findWaysOut(read(file))] as const)
    assert.deepEqual(Object.fromEntries(ways.filter(([, found]) => found.length > 0)), {
      'src/outgoing/guarded-connections.ts': [
        'node:dns/promises: Resolver',
        'node:tls: createSecureContext, getCACertificates',
        'undici',
      ],
      'src/outgoing/http-client.ts': ['undici'],
      'src/outgoing/mail.ts': [
        'nodemailer/lib/mail-composer: MailComposer',
        'nodemailer/lib/smtp-connection: SMTPConnection',
      ],
    })
  })

  it('The search finds the connection to the database', () => {
    assert.deepEqual(findWaysOut(read(TO_THE_DATABASE)), ['node:net: Socket'])
  })

  it('The builder is the only process that the service starts, and it is a module of ours', () => {
    const code = read(TO_THE_BUILDER)
    assert.deepEqual(findWaysOut(code), ['node:child_process: fork'])
    assert.equal(code.split(/\bfork\(/).length, 2)
    assert.match(code, /\bfork\(moduleFile\('build\/main'\)/)
  })
})

describe('The search for connections to the outside', () => {
  for (const [code, found] of [
    ["import { Agent } from 'undici'", 'undici: Agent'],
    ["import undici from 'undici'", 'undici: undici'],
    ["import * as everything from 'undici'", 'undici: * as everything'],
    ["import 'undici'", 'undici'],
    ["export { request } from 'undici'", 'undici: request'],
    ["export * from 'node:https'", 'node:https: *'],
    ["import { request } from 'node:https'", 'node:https: request'],
    ['import { request } from "https"', 'https: request'],
    ["import { connect } from 'node:http2'", 'node:http2: connect'],
    ["import { createServer, request } from 'node:http'", 'node:http: request'],
    ["import { get as ask } from 'node:http'", 'node:http: get as ask'],
    ["import http from 'node:http'", 'node:http: http'],
    ["import * as http from 'node:http'", 'node:http: * as http'],
    ["import http, { createServer } from 'node:http'", 'node:http: http'],
    ["import {\n  type AddressInfo,\n  connect,\n  isIP,\n} from 'node:net'", 'node:net: connect'],
    ["import { Socket } from 'node:net'", 'node:net: Socket'],
    ["import { connect } from 'node:tls'", 'node:tls: connect'],
    ["import { createSocket } from 'node:dgram'", 'node:dgram: createSocket'],
    ["import { lookup } from 'node:dns'", 'node:dns: lookup'],
    ["import { execFile } from 'node:child_process'", 'node:child_process: execFile'],
    ["await import('openai')", 'openai'],
    ["import axios from 'axios'", 'axios: axios'],
    ["import { WebSocket } from 'ws'", 'ws: WebSocket'],
    ["import nodemailer from 'nodemailer'", 'nodemailer: nodemailer'],
    ["import Mail from 'nodemailer/lib/mailer'", 'nodemailer/lib/mailer: Mail'],
    ["const { request } = await import('undici')", 'undici'],
    ["const http = await import('node:http')", 'node:http'],
    ["const { get } = require('https')", 'https'],
    ["process.getBuiltinModule('node:net')", 'node:net'],
    ["const { request } = process.getBuiltinModule('node:http')", 'node:http: request'],
    ['await import(name)', 'import(…)'],
    ["await fetch('https://example.com')", 'fetch'],
    ['const answer = await fetch (url)', 'fetch'],
    ['globalThis.fetch(url)', 'fetch'],
    ["globalThis['fetch'](url)", 'fetch'],
    ['const ask = fetch', 'fetch'],
    ['start({ fetch })', 'fetch'],
    ['if (await fetch(url)) {\n}', 'fetch'],
    ['const answer = isNew ? fetch(url) : null', 'fetch'],
    ["new WebSocket('wss://example.com')", 'WebSocket'],
    ["new EventSource('https://example.com')", 'EventSource'],
  ] as const)
    it(`The search finds ${JSON.stringify(code)}`, () => {
      assert.deepEqual(findWaysOut(code).slice(0, 1), [found])
    })

  for (const code of [
    "import type { Agent } from 'undici'",
    "import { type IncomingMessage, type Server } from 'node:http'",
    "import { createServer, type Server, STATUS_CODES } from 'node:http'",
    "const { STATUS_CODES } = process.getBuiltinModule('node:http')",
    "import type { Socket } from 'node:net'\nimport { BlockList, isIP, isIPv6 } from 'node:net'",
    "export type { Dispatcher } from 'undici'",
    "import { helpers } from './undici.ts'",
    "import { request } from './request.ts'",
    "await import('./hub.ts')",
    'interface App {\n  fetch(request: Request): Promise<Response>\n}',
    'return {\n  async fetch(request, bindings) {\n  },\n}',
    'app().fetch(request, bindings)',
    '/** Let `fetch` do it. */\nconst a = 1 // fetch(url)',
    'const fetched = prefetch(rows)',
    "const site = header('sec-fetch-site')",
    'const { url } = import.meta',
  ])
    it(`The search ignores ${JSON.stringify(code)}`, () => {
      assert.deepEqual(findWaysOut(code), [])
    })
})

const CLIENTS =
  /^(?:undici|axios|got|ky|needle|node-fetch|superagent|request|nodemailer|ws|eventsource|openai|(?:node:)?(?:https?|http2|net|tls|dgram|quic|dns|child_process))(?:$|\/)/

/** What servers need, or what cannot connect. */
const HARMLESS: Record<string, string[]> = {
  'node:http': ['createServer', 'STATUS_CODES'],
  'node:https': ['createServer as createSecureServer'],
  'node:net': ['BlockList', 'isIP', 'isIPv4', 'isIPv6'],
}

const NAMED = /\b(?:import|export)\s+(?!type\b)([\w\s{},*$]+?)\s*from\s*['"]([^'"]+)['"]/g
/** Names taken from a module of Node, which is then loaded without what else imports of it would load. */
const FROM_BUILTIN = /const \{([^}]*)\} = process\.getBuiltinModule\(('[^']+')\)/g
const WHOLE = /\b(?:import\s*\(?|require\(|getBuiltinModule\()\s*['"]([^'"]+)['"]/g
const UNKNOWN = /\b(?:import|require|getBuiltinModule)\((?!\s*['"])/
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']

/** What in the code can reach the network, as far as reading it reveals. */
function findWaysOut(source: string): string[] {
  const code = withoutComments(source).replaceAll(FROM_BUILTIN, 'import {$1} from $2')
  const named = [...code.matchAll(NAMED)].flatMap(([, names, module]) => {
    const found = namesIn(names!).filter(name => !HARMLESS[module!]?.includes(name))
    return CLIENTS.test(module!) && found.length > 0 ? [`${module}: ${found.join(', ')}`] : []
  })
  const whole = [...code.matchAll(WHOLE)]
    .map(([, module]) => module!)
    .filter(module => CLIENTS.test(module))
  const unknown = UNKNOWN.test(code) ? ['import(…)'] : []
  return [...named, ...whole, ...unknown, ...GLOBALS.filter(name => usesGlobal(code, name))]
}

/** A slash that starts a comment follows a space; one in a string or a pattern does not. */
const withoutComments = (code: string) =>
  code.replace(/(?<=^|\s)\/\*.*?\*\//gs, '').replace(/(?<=^|\s)\/\/.*$/gm, '')

/** Without types. */
const namesIn = (clause: string) =>
  clause
    .split(/[{},]/)
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '))

/** On its own or as a property of globalThis, but not as a method of something else or where such a method is declared. */
function usesGlobal(code: string, name: string): boolean {
  if (new RegExp(`\\b(?:globalThis|global|self)\\b\\s*(?:\\.|\\[['"])\\s*${name}\\b`).test(code))
    return true
  return [...code.matchAll(new RegExp(`(?<![\\w$.'"]|'sec-)${name}\\b(?!['"])`, 'g'))].some(
    ({ index }) => !isDeclaration(code.slice(index + name.length)),
  )
}

/** A parameter list, followed by a type or a body. */
function isDeclaration(rest: string): boolean {
  if (!rest.startsWith('(')) return false
  let depth = 0
  for (const [index, character] of [...rest].entries()) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth === 0) return /^(?::| \{)/.test(rest.slice(index + 1))
  }
  return false
}
