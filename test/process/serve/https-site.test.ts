import assert from 'node:assert/strict'
import { get, type RequestOptions } from 'node:https'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { connect } from 'node:tls'
import { makeFolder } from '../../kit/folder.ts'
import { freePort } from '../../kit/free-port.ts'
import { startPebble } from '../../kit/pebble.ts'
import { startProgram } from '../../kit/program.ts'
import { business, rows } from '../../kit/rows.ts'
import { importInto, until } from '../../kit/service.ts'
import { authority } from '../../kit/tls.ts'

const DOMAIN = 'reviews.example.com'

/** As a visitor whose name servers lead to this machine. */
async function visit(path: string, options: RequestOptions): Promise<string> {
  const request = get({ host: '127.0.0.1', servername: DOMAIN, path, ...options })
  return await new Promise((resolve, reject) => {
    request.once('response', response => {
      if (!response.headers['strict-transport-security'])
        reject(new Error(`${path} allows plain HTTP`))
      text(response).then(resolve, reject)
    })
    request.once('error', reject)
  })
}

function serialAt(port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername: DOMAIN, ca }, () => {
      resolve(socket.getPeerX509Certificate()!.serialNumber)
      socket.destroy()
    }).once('error', reject)
  })
}

describe('firsthand serve with a domain', () => {
  it('Two instances are one live HTTPS site with one certificate', async t => {
    const pebble = await startPebble(t)
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    await importInto(folder.databaseUrl, rows(3), business)
    const start = async (httpPort: number) => {
      const port = await freePort()
      const env = {
        HOST: '127.0.0.1',
        PORT: `${port}`,
        WORKERS: '2',
        HTTP_PORT: `${httpPort}`,
        DATABASE_URL: folder.databaseUrl,
        ACME_DIRECTORY_URL: pebble.directoryUrl,
        OUTGOING_ALLOW_CIDRS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: await folder.write('authority.pem', (await authority()).caPem),
      }
      const program = await startProgram(t, { cwd: folder.path, env }, [DOMAIN, '--agree'])
      return { ...program, port, httpPort }
    }
    const instances = [await start(pebble.httpPort), await start(await freePort())]
    const ca = pebble.root
    const serials = new Set<string>()
    for (const { url, port } of instances) {
      assert.equal(url, `https://${DOMAIN}`)
      await until(() =>
        serialAt(port, ca).then(
          serial => serials.add(serial).size > 0,
          () => false,
        ),
      )
      await until(async () => JSON.parse(await visit('/readyz', { port, ca })).status === 'ready')
      const { facts } = JSON.parse(await visit('/readyz', { port, ca }))
      const { status, detail } = facts.find((fact: { name: string }) => fact.name === 'certificate')
      assert.deepEqual([status, detail], ['ok', 'The certificate is valid.'])
      assert.match(await visit('/reviews.json', { port, ca }), /"https:\/\/reviews\.example\.com\//)
      // Either thread may get a connection.
      for (let count = 0; count < 8; count++) serials.add(await serialAt(port, ca))
    }
    assert.equal(serials.size, 1)
    assert.equal(pebble.issued(), 1)

    const responses = new Set<string>()
    for (const { httpPort } of instances) {
      const http = `http://127.0.0.1:${httpPort}`
      for (const [path, location] of [
        ['/reviews?stars=5', `https://${DOMAIN}/reviews?stars=5`],
        ['//evil.example/', `https://${DOMAIN}//evil.example/`],
      ]) {
        const { status, headers } = await fetch(http + path, { redirect: 'manual' })
        assert.deepEqual([status, headers.get('location')], [308, location])
      }
      // Any instance responds for the one that ordered.
      responses.add(await (await fetch(`${http}/.well-known/acme-challenge/some-token`)).text())
    }
    assert.equal(responses.size, 1)
    assert.match([...responses][0]!, /^some-token\.[\w-]{43}$/)

    for (const { child, ended, output } of instances) {
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null], output())
    }
  })
})
