/** What PostgreSQL says when something is wrong, in words for the operator. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { system } from '../../../src/service/system.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { makeDatabase, queryPostgres, serverUrl, urlWith } from '../../kit/postgres.ts'
import { USER_WITH_PASSWORD } from '../../kit/postgres-server.ts'
import { freePort } from '../../kit/process.ts'
import { openTestStore, problemOf } from '../../kit/store.ts'

const PASSWORD = 'pass-that-nobody-may-see'

/** The words, which show nothing of the URL. */
async function wordsFor(url: string): Promise<string> {
  const words = await problemOf(url)
  const { hostname, port, pathname } = new URL(url)
  for (const secret of [PASSWORD, hostname, port, pathname.slice(1)])
    assert.ok(secret === '' || !words.includes(secret), words)
  return words
}

/** Somebody else than the owner of the database. */
async function makeUser(t: TestContext, name: string, options = ''): Promise<void> {
  await queryPostgres(serverUrl(), `create user ${name} ${options}`)
  t.after(() => queryPostgres(serverUrl(), `drop owned by ${name}; drop user ${name}`))
}

describe('the words for a PostgreSQL', { concurrency: 4 }, () => {
  it('that refuses the password', async t => {
    await makeUser(t, USER_WITH_PASSWORD, `password 'another'`)
    assert.equal(
      await wordsFor(urlWith({ username: USER_WITH_PASSWORD, password: PASSWORD })),
      'PostgreSQL refuses the password. Check DATABASE_URL.',
    )
  })

  it('that wants a password where the URL has none', async t => {
    await makeUser(t, `${USER_WITH_PASSWORD}_too`, `password 'another'`)
    assert.equal(
      await problemOf(urlWith({ username: `${USER_WITH_PASSWORD}_too` })),
      'PostgreSQL wants a password; write it into the URL, or set PGPASSWORD. Check DATABASE_URL.',
    )
  })

  it('that does not know the user', async () => {
    assert.equal(
      await wordsFor(urlWith({ username: 'nobody_knows', password: PASSWORD })),
      'PostgreSQL refuses this user. Check DATABASE_URL.',
    )
  })

  it('that has no such database', async () => {
    assert.equal(
      await wordsFor(urlWith({ pathname: '/none_such', password: PASSWORD })),
      'PostgreSQL has no database with that name; make it with createdb. Check DATABASE_URL.',
    )
  })

  it('that does not let the user make tables', async t => {
    await makeUser(t, 'may_only_look')
    const database = await makeDatabase(t)
    await queryPostgres(database, 'revoke create on schema public from public')
    const { pathname } = new URL(database)
    assert.equal(
      await wordsFor(urlWith({ username: 'may_only_look', password: PASSWORD, pathname })),
      'PostgreSQL does not let this user make or change tables. Check DATABASE_URL.',
    )
  })

  it('that is not there', async () => {
    const port = String(await freePort())
    assert.equal(
      await wordsFor(urlWith({ port, password: PASSWORD })),
      'PostgreSQL cannot be reached (ECONNREFUSED).',
    )
  })

  it('that never answers', async t => {
    const deaf = createServer().listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    t.after(() => deaf.close())
    const { port } = deaf.address() as { port: number }
    assert.match(
      await wordsFor(urlWith({ port: String(port), password: PASSWORD })),
      /^PostgreSQL cannot be reached \(.*timeout.*\)\.$/,
    )
  })

  it('that speaks no TLS though it must', async () => {
    assert.match(
      await wordsFor(`${urlWith({ password: PASSWORD })}?sslmode=require`),
      /^PostgreSQL cannot be reached safely: The server does not support SSL/,
    )
  })

  it('whose address nobody can read', async () => {
    assert.match(
      await problemOf(`postgres://ada:${PASSWORD}@host:no-port/name`),
      /^DATABASE_URL must look like postgres:\/\/user:password@host:5432\/name\. /,
    )
  })
})

it('an error that holds the words holds no URL either', async () => {
  const error = await openStore(`postgres://ada:${PASSWORD}@host:no-port/name`, system).catch(error => error)
  assert.doesNotMatch(JSON.stringify(error, Object.getOwnPropertyNames(error)), new RegExp(PASSWORD))
})

it('a fault of the program is not said to be one of PostgreSQL', async t => {
  const { store } = await openTestStore(t)
  const fault = new TypeError('a fault')
  await assert.rejects(
    store.write(() => Promise.reject(fault)),
    fault,
  )
})
