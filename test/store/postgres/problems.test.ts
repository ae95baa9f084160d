/** Messages for the operator when something is wrong with PostgreSQL. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { system } from '../../../src/model/system.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { freePort } from '../../kit/free-port.ts'
import { makeDatabase, queryPostgres, serverUrl, urlWith } from '../../kit/postgres.ts'
import { USER_WITH_PASSWORD } from '../../kit/postgres-server.ts'
import { openTestStore, problemOf } from '../../kit/store.ts'

const PASSWORD = 'pass-that-nobody-may-see'

/** The message, which must not show any part of the URL. */
async function messageFor(url: string): Promise<string> {
  const message = await problemOf(url)
  const { hostname, port, pathname } = new URL(url)
  for (const secret of [PASSWORD, hostname, port, pathname.slice(1)])
    assert.ok(secret === '' || !message.includes(secret), message)
  return message
}

/** A user who does not own the database. */
async function makeUser(t: TestContext, name: string, options = ''): Promise<void> {
  await queryPostgres(serverUrl(), `create user ${name} ${options}`)
  t.after(() => queryPostgres(serverUrl(), `drop owned by ${name}; drop user ${name}`))
}

describe('Messages about PostgreSQL', { concurrency: 4 }, () => {
  it('The operator learns that PostgreSQL rejected the password', async t => {
    await makeUser(t, USER_WITH_PASSWORD, `password 'another'`)
    assert.equal(
      await messageFor(urlWith({ username: USER_WITH_PASSWORD, password: PASSWORD })),
      'PostgreSQL rejected the password. Check DATABASE_URL.',
    )
  })

  it('The operator learns that PostgreSQL requires a password', async t => {
    await makeUser(t, `${USER_WITH_PASSWORD}_too`, `password 'another'`)
    assert.equal(
      await problemOf(urlWith({ username: `${USER_WITH_PASSWORD}_too` })),
      'PostgreSQL requires a password. Add it to DATABASE_URL, or set PGPASSWORD.',
    )
  })

  it('The operator learns that PostgreSQL rejected the user name', async () => {
    assert.equal(
      await messageFor(urlWith({ username: 'nobody_knows', password: PASSWORD })),
      'PostgreSQL rejected the user name. Check DATABASE_URL.',
    )
  })

  it('The operator learns that the database does not exist', async () => {
    assert.equal(
      await messageFor(urlWith({ pathname: '/none_such', password: PASSWORD })),
      'PostgreSQL has no database with that name. Create it with createdb, or check DATABASE_URL.',
    )
  })

  it('The operator learns that the user may not create tables', async t => {
    await makeUser(t, 'may_only_look')
    const database = await makeDatabase(t)
    await queryPostgres(database, 'revoke create on schema public from public')
    const { pathname } = new URL(database)
    assert.equal(
      await messageFor(urlWith({ username: 'may_only_look', password: PASSWORD, pathname })),
      'PostgreSQL does not allow this user to create or change tables. Grant it these rights, or check DATABASE_URL.',
    )
  })

  it('The operator learns that PostgreSQL is not running', async () => {
    const port = String(await freePort())
    assert.equal(
      await messageFor(urlWith({ port, password: PASSWORD })),
      'PostgreSQL cannot be reached (ECONNREFUSED). Check that it is running, and DATABASE_URL.',
    )
  })

  it('The operator learns that PostgreSQL does not respond', async t => {
    const deaf = createServer().listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    t.after(() => deaf.close())
    const { port } = deaf.address() as { port: number }
    assert.match(
      await messageFor(urlWith({ port: String(port), password: PASSWORD })),
      /^PostgreSQL cannot be reached \(.*timeout.*\)\. Check/,
    )
  })

  it('A store opens although its first connection is never answered', async t => {
    let connections = 0
    const { hostname, port: serverPort } = new URL(serverUrl())
    const proxy = createServer(near => {
      if (++connections === 1) return
      const far = connect(Number(serverPort), hostname)
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    t.after(() => proxy.close())
    const { pathname } = new URL(await makeDatabase(t))
    const { port } = proxy.address() as { port: number }
    await using store = await openStore(urlWith({ port: String(port), pathname }), system)
    assert.equal(await store.version(), 0)
    assert.ok(connections > 1)
  })

  it('The operator learns that the server does not support TLS', async () => {
    assert.match(
      await messageFor(`${urlWith({ password: PASSWORD })}?sslmode=require`),
      /^PostgreSQL cannot be reached over TLS: The server does not support SSL/,
    )
  })

  it('The operator learns what a database URL looks like', async () => {
    assert.match(
      await problemOf(`postgres://ada:${PASSWORD}@host:no-port/name`),
      /^DATABASE_URL must look like postgres:\/\/user:password@host:5432\/name\. /,
    )
  })
})

it('An error about a malformed database URL does not contain the URL', async () => {
  const error = await openStore(`postgres://ada:${PASSWORD}@host:no-port/name`, system).catch(
    error => error,
  )
  assert.doesNotMatch(
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    new RegExp(PASSWORD),
  )
})

it('A bug in the program is not reported as a problem with PostgreSQL', async t => {
  const { store } = await openTestStore(t)
  const fault = new TypeError('a fault')
  await assert.rejects(
    store.write(() => Promise.reject(fault)),
    fault,
  )
})
