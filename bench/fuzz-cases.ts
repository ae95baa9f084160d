/** Hostile requests by number: the same seed and number give the same request on every machine. */
import { ChangesArgs, ProofArgs } from '../src/model/change.ts'
import { OEmbedArgs } from '../src/model/oembed.ts'
import { ListArgs, SearchArgs } from '../src/model/search.ts'
import { StatsArgs } from '../src/model/stats.ts'
import { HubForm } from '../src/model/subscription.ts'
import { createRandom } from './data.ts'

export interface FuzzCase {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Everything that reads a query, with the parameters it knows. */
const QUERIED: [path: string, parameters: string[]][] = [
  ['/reviews', Object.keys(ListArgs.shape)],
  ['/reviews.md', Object.keys(ListArgs.shape)],
  ['/reviews.csv', Object.keys(SearchArgs.shape)],
  ['/api/reviews/search', Object.keys(SearchArgs.shape)],
  ['/api/reviews/search.csv', Object.keys(SearchArgs.shape)],
  ['/api/reviews/search.atom', Object.keys(SearchArgs.shape)],
  ['/api/reviews/stats', Object.keys(StatsArgs.shape)],
  ['/api/reviews/changes', Object.keys(ChangesArgs.shape)],
  ['/api/log/proof', Object.keys(ProofArgs.shape)],
  ['/oembed', Object.keys(OEmbedArgs.shape)],
]
/** Everything that reads a name from its path, and what reads nothing. */
const NAMED = [
  ...['/*', '/*.md', '/*/', '/.well-known/*', '/api/*', '/mcp/*', '/log/*', '/og/*', '/og/*.png'],
  ...['/technicians/*', '/services/*', '/areas/*', '/topics/*', '/aspects/*', '/aspects/*.md'],
  ...[
    '/reviews/*',
    '/reviews/*.md',
    '/reviews/*.json',
    '/reviews.jsonl',
    '/embed/*',
    '/api/reviews/*',
    '/api/reviews/since/*',
  ],
  ...['/log/tile/*', '/log/tile/*/000', '/log/tile/0/*', '/log/tile/entries/*'],
  ...['/', '/feed.xml', '/reviews.json', '/insights.json', '/api/feed.json', '/policy', '/readyz'],
  ...[
    '/feed/*.xml',
    '/api/feed/*.json',
    '/changes/*.xml',
    '/api/changes/*.json',
    '/changes.xml',
    '/api/changes.json',
  ],
  ...[
    '/log/checkpoint',
    '/log/key',
    '/log/witnesses',
    '/log/openings.json',
    '/rating.json',
    '/badge.svg',
    '/llms.txt',
  ],
  ...[
    '/mcp/server-card',
    '/mcp/server.json',
    '/healthz',
    '/.well-known/ai-catalog.json',
    '/.well-known/openapi.json',
  ],
  ...['/.well-known/api-catalog', '/.well-known/security.txt'],
]
const TOOLS = [
  ...[
    'search_reviews',
    'count_reviews',
    'get_review',
    'fetch',
    'search',
    'get_business',
    'get_technician',
  ],
  ...['verify_history', 'list_changes', 'no_such_tool'],
]
const RPC_METHODS = [
  'initialize',
  'tools/call',
  'tools/list',
  'resources/read',
  'prompts/get',
  'ping',
  'x',
]
const VALUES = [
  ...[
    '1',
    '0',
    '-1',
    '5',
    '1e999',
    '0x10',
    '01',
    '9007199254740993',
    'NaN',
    'true',
    'false',
    'null',
    '',
  ],
  ...[
    'newest',
    'relevance',
    'year',
    'technician,year',
    'stars,stars',
    'en',
    'zz-Zzzz-ZZ',
    'positive',
  ],
  ...['2026-02-30', '2024-02-29', '0000-00-00', '9999-12-31', 'yesterday', '2026-01-01T00:00:00Z'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '../../etc/passwd',
    '%00',
    '%',
  ],
  ...[
    "'; drop table review; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '$(id)',
    '\\',
    '"',
    "didn't",
  ],
  ...[
    'İstanbul',
    'ẞ',
    '修理',
    'ซ่อม',
    '👩‍👩‍👧',
    '\u202e',
    '\ufeff',
    'e\u0301',
    '\ud800',
    'a'.repeat(501),
    '*',
    '[',
  ],
  ...[
    'the',
    'furnace',
    'no-show',
    'heat-pump',
    '- - -',
    '(((((',
    'a b c d e f g h i j k l m n o p',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ],
]
const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'PROPFIND',
]
const HEADERS: Record<string, string[]> = {
  accept: [
    'text/html',
    'application/json',
    'application/problem+json',
    'text/markdown',
    '*/*;q=0',
    ',,,',
    'x',
  ],
  'accept-encoding': ['br', 'gzip', 'zstd', 'identity;q=0', 'br;q=2', '*'],
  'accept-language': ['de', 'zz', '*', 'en;q=x', 'fr-CA, es;q=0.5'],
  'if-none-match': ['*', 'W/"x"', '"', '"a","b"'],
  'if-match': ['*', '"x"'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'],
  'if-unmodified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-2'],
  'x-forwarded-for': ['127.0.0.1', '::1', 'x, y', '999.1.1.1'],
  'content-type': ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'x'],
  'mcp-protocol-version': ['2025-06-18', '2026-07-28', '1'],
  'mcp-session-id': ['x', '__proto__'],
  origin: ['null', 'https://evil.example'],
  cookie: ['a=b; __proto__=1'],
}

export function makeCase(seed: number, number: number): FuzzCase {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ number)
  random()
  const dice = createDice(random)
  const kind = random()
  if (kind < 0.12) return makeRpc(dice)
  if (kind < 0.2) return makeHubForm(dice)
  const isQueried = kind < 0.75
  const [path, parameters] = isQueried ? dice.one(QUERIED) : [dice.one(NAMED), [] as string[]]
  const segment = encodeLoosely(dice)
  const query = dice.some(6, () => {
    const name = parameters.length > 0 && random() < 0.9 ? dice.one(parameters) : dice.value()
    return `${encodeURIComponent(name.toWellFormed())}=${encodeLoosely(dice)}`
  })
  return {
    method: isQueried && random() < 0.8 ? 'GET' : dice.one(METHODS),
    path: path.replace('*', segment) + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: dice.headers(),
  }
}

/** A search that most parameters fit is more telling than one that the first wrong parameter ends: so values are often plausible. */
function encodeLoosely({ value, random }: Dice): string {
  const text = value()
  const encoded = encodeURIComponent(text.toWellFormed())
  // Bytes that are no UTF-8, and an encoding that ends too early.
  if (random() < 0.03) return `${encoded}%ff`
  if (random() < 0.03) return `${encoded}%e4%`
  return encoded
}

function makeRpc({ one, value, some, random, headers }: Dice): FuzzCase {
  const args = Object.fromEntries(
    some(5, () => [
      one(Object.keys(SearchArgs.shape)),
      random() < 0.5 ? value() : Math.round(10 * random()),
    ]),
  )
  const params = { name: one(TOOLS), uri: value(), arguments: args }
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: one(RPC_METHODS), params })
  const body = random() < 0.1 ? message.slice(0, Math.floor(message.length * random())) : message
  const usual = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return { method: 'POST', path: '/mcp', headers: { ...headers(), ...usual }, body }
}

function makeHubForm({ one, value, some, headers }: Dice): FuzzCase {
  const fields = some(6, () => [
    one([...Object.keys(HubForm.shape), 'hub', '__proto__']),
    value().toWellFormed(),
  ])
  const usual = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams([
    ...fields,
    ['hub.mode', one(['subscribe', 'unsubscribe', 'x'])],
  ]).toString()
  const path = one(['/api/websub/hub', '/api/websub/hub', '/api/websub/subscription'])
  return { method: 'POST', path, headers: { ...headers(), ...usual }, body }
}

type Dice = ReturnType<typeof createDice>

function createDice(random: () => number) {
  const one = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
  const some = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: Math.floor(random() * most) }, make)
  return {
    random,
    one,
    some,
    /** One of those that break programs, two of them in a row, or any characters. */
    value(): string {
      const kind = random()
      if (kind < 0.75) return one(VALUES)
      if (kind < 0.85) return one(VALUES) + one(VALUES)
      return String.fromCodePoint(...some(12, () => Math.floor(0x10ffff * random() ** 4)))
    },
    headers: (): Record<string, string> =>
      Object.fromEntries(
        some(4, () => one(Object.keys(HEADERS))).map(name => [name, one(HEADERS[name]!)]),
      ),
  }
}
