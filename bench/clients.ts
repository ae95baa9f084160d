/** Which MCP clients list and call the tools: installs each from npm and runs it against the service. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeFolder } from './cleanup.ts'
import { makeDatabase, startServe } from './serve.ts'
import { printTable } from './table.ts'

const execute = promisify(execFile)
const SCRIPTS = fileURLToPath(new URL('./mcp-clients', import.meta.url))
const REVIEWS = 200
const TIMEOUT_MS = 120_000

interface McpClient {
  name: string
  /** The first one is the client; its version is shown. */
  packages: [string, ...string[]]
  script: string
  args?: string[]
}

const SDK = '@modelcontextprotocol/sdk'
const sdk = (version: string): McpClient => ({
  name: `MCP SDK ${version}`,
  packages: [`${SDK}@~${version}.0`],
  script: 'sdk-1.mjs',
})
const CLIENT = '@modelcontextprotocol/client@~2.4.0'

const CLIENTS: McpClient[] = [
  ...['1.10', '1.12', '1.17', '1.32'].map(sdk),
  { name: 'MCP client 2.4', packages: [CLIENT], script: 'client-2.mjs' },
  { name: 'MCP client 2.4, auto', packages: [CLIENT], script: 'client-2.mjs', args: ['auto'] },
  { name: 'AI SDK', packages: ['@ai-sdk/mcp'], script: 'ai-sdk.mjs' },
  {
    name: 'LangChain',
    packages: ['@langchain/mcp-adapters', '@langchain/core'],
    script: 'langchain.mjs',
  },
  { name: 'mcp-remote', packages: ['mcp-remote', SDK], script: 'mcp-remote.mjs' },
]

export async function benchClients(): Promise<void> {
  const folder = makeFolder()
  const serve = await startServe(folder, await makeDatabase(folder, REVIEWS))
  const rows = []
  for (const [index, client] of CLIENTS.entries())
    rows.push(await tryClient(client, join(folder, String(index)), serve.port))
  printTable(
    'MCP clients',
    ['client', 'version', 'protocol', 'content coding', 'tools listed', 'reviews of 3', 'problem'],
    rows,
  )
}

async function tryClient(
  { name, packages, script, args = [] }: McpClient,
  folder: string,
  port: number,
): Promise<string[]> {
  const wire = await startRecorder(port)
  try {
    await install(packages, folder)
    for (const file of readdirSync(SCRIPTS)) copyFileSync(join(SCRIPTS, file), join(folder, file))
    const { stdout } = await execute(process.execPath, [script, wire.url, ...args], {
      cwd: folder,
      timeout: TIMEOUT_MS,
    })
    const { tools, reviews } = JSON.parse(stdout.trim().split('\n').at(-1)!)
    return [
      name,
      versionOf(packages[0], folder),
      ...wire.seen(),
      String(tools),
      String(reviews),
      '',
    ]
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const problem = /^\w*Error.*$/m.exec(stderr)?.[0] ?? message.split('\n')[0]!
    return [name, '', ...wire.seen(), '', '', problem.slice(0, 100)]
  } finally {
    wire.close()
  }
}

async function install(packages: string[], folder: string): Promise<void> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock']
  await execute('npm', ['install', ...flags, ...packages], { cwd: folder })
}

function versionOf(wanted: string, folder: string): string {
  const name = wanted.replace(/(?<=.)@.*$/, '')
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    .version
}

interface Recorder {
  url: string
  /** The protocol and the content codings that client and service used. */
  seen(): [protocol: string, codings: string]
  close(): void
}

/** A proxy in front of the service that notes what it passes on. */
async function startRecorder(port: number): Promise<Recorder> {
  const [protocols, codings] = [new Set<string>(), new Set<string>()]
  const server = createServer(async (incoming, outgoing) => {
    const sent = await buffer(incoming)
    const { method = '' } = sent.length > 0 ? JSON.parse(sent.toString()) : {}
    const response = await pass(incoming, sent, method, port)
    const body = await buffer(response)
    outgoing.writeHead(response.statusCode!, response.headers).end(body)
    if (method === 'initialize') protocols.add(JSON.parse(body.toString()).result.protocolVersion)
    if (!method.startsWith('tools/')) return
    codings.add(response.headers['content-encoding'] ?? 'identity')
    protocols.add(String(incoming.headers['mcp-protocol-version'] ?? [...protocols].at(-1)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    seen: () => [[...protocols].join(', '), [...codings].join(', ')],
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function pass(
  { method: httpMethod, url, headers }: IncomingMessage,
  sent: Buffer,
  method: string,
  port: number,
): Promise<IncomingMessage> {
  // The response to initialize is read here, so it must not be compressed.
  const passed = method === 'initialize' ? { ...headers, 'accept-encoding': 'identity' } : headers
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: url,
    method: httpMethod,
    headers: passed,
  })
  outgoing.end(sent)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}
