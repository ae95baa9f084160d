/** Pebble, a certificate authority for tests that speaks ACME as the real ones do: Debian's package of that name. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { makeFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { startResolver, type TestResolver } from './resolver.ts'
import { until } from './service.ts'
import { authority, trustAuthority } from './tls.ts'

export interface Pebble {
  directoryUrl: string
  /** Where it looks for proofs. */
  httpPort: number
  /** Its names; those without an entry lead to this machine. */
  resolver: TestResolver
  /** The certificate that signs those it issues. */
  root: string
  /** How many certificates it has issued. */
  issued(): number
}

const DAYS_90 = 90 * 86_400

export async function startPebble(t: TestContext): Promise<Pebble> {
  const { write } = await makeFolder(t)
  const resolver = await startResolver(t)
  const [port, managementPort, httpPort, tlsPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const own = await (await authority()).issue(['localhost', '127.0.0.1'])
  await trustAuthority()
  const config = await write('pebble.json', {
    pebble: {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${managementPort}`,
      certificate: await write('cert.pem', own.cert),
      privateKey: await write('key.pem', own.key),
      httpPort,
      tlsPort,
      certificateValidityPeriod: DAYS_90,
    },
  })
  const child = spawn('pebble', ['-config', config, '-dnsserver', resolver.address], {
    // Every order needs a new proof, and no proof takes seconds on purpose.
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
  })
  t.after(async () => {
    child.kill()
    await once(child, 'close')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const get = (path: string) =>
    fetch(`https://localhost:${managementPort}${path}`).then(
      response => response.text(),
      () => '',
    )
  let root = ''
  await until(async () => {
    if (child.exitCode !== null) throw new Error(output)
    root = await get('/roots/0')
    return root !== ''
  })
  return {
    directoryUrl: `https://localhost:${port}/dir`,
    httpPort,
    resolver,
    root,
    issued: () => output.match(/Issued certificate serial/g)?.length ?? 0,
  }
}
