import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { describe, it } from 'node:test'
import { spawnCommand, startCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { freePort } from '../../kit/free-port.ts'
import { makeInstallation } from '../../kit/installation.ts'
import { business, row } from '../../kit/rows.ts'
import { importInto, until } from '../../kit/service.ts'

describe('firsthand desk', () => {
  it('The command prints a link that opens the desk, another with --link, and stops on SIGTERM', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, [row()], business)
    const env = { DATABASE_URL: folder.databaseUrl }
    const port = String(await freePort())
    const child = startCommand(['desk', '--port', port], { cwd: folder.path, env })
    t.after(() => child.kill('SIGKILL'))
    const ended = new Promise(resolve => child.once('close', resolve))
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', text => {
      output += text
    })
    const link = () => /http:\/\/127\.0\.0\.1:\d+\/open\/\S+/.exec(output)?.[0]
    await until(() => link() !== undefined)
    const open = async (link: string) =>
      (
        await fetch(link, {
          method: 'POST',
          headers: { origin: new URL(link).origin },
          redirect: 'manual',
        })
      ).status
    assert.equal((await fetch(link()!)).status, 200)
    assert.deepEqual([await open(link()!), await open(link()!)], [303, 403])
    const again = await spawnCommand(['desk', '--link', '--port', port], { cwd: folder.path, env })
    assert.equal(await open(again.stdout.trim()), 303)
    const second = await spawnCommand(['desk', '--port', port], { cwd: folder.path, env })
    assert.equal(second.code, 2)
    assert.match(second.stderr, /in use, perhaps by a desk that is already open/)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })

  it('In a container the desk listens on every address, and still answers only to the name of this machine', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, [row()], business)
    const port = await freePort()
    const child = startCommand(['desk', '--port', `${port}`, '--host', '0.0.0.0'], {
      cwd: folder.path,
      env: { DATABASE_URL: folder.databaseUrl },
    })
    t.after(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', text => (output += text))
    await until(() => /\/open\//.test(output))
    // As Docker forwards it: to another address, with the name that the browser used.
    const status = (path: string, host: string) =>
      new Promise(resolve =>
        get({ host: '127.0.0.2', port, path, headers: { host } }, ({ statusCode }) =>
          resolve(statusCode),
        ),
      )
    const [path] = /\/open\/\S+/.exec(output)!
    assert.equal(await status(path, `127.0.0.1:${port}`), 200)
    assert.equal(await status(path, `desk.internal:${port}`), 403)
    const elsewhere = ['desk', '--host', '203.0.113.9', '--port', '0']
    const wrong = await spawnCommand(elsewhere, {
      cwd: folder.path,
      env: { DATABASE_URL: folder.databaseUrl },
    })
    assert.match(wrong.stderr, /^"203\.0\.113\.9" is not an address of this machine/)
  })

  it('An invitation is a link to the public address, where the service that runs shows it', async t => {
    const { start, run, query } = await makeInstallation(t)
    const program = await start()
    assert.equal((await fetch(`${program.url}/desk`)).status, 404)
    const invited = await run(['desk', '--invite', ' Rosa  Diaz '])
    assert.equal(invited.code, 0)
    assert.match(invited.stdout, /^Rosa Diaz can use the desk at the public address/)
    const [link] = /https:\/\/reviews\.example\.net\/desk\/invitation\/[\w-]{32}/.exec(
      invited.stdout,
    )!
    await until(async () => (await fetch(program.url + new URL(link).pathname)).ok)
    const page = await (await fetch(program.url + new URL(link).pathname)).text()
    assert.match(page, /Rosa Diaz, you are invited/)
    assert.match((await run(['desk', '--invite'])).stdout, /^Owner can use the desk/)
    const stored = JSON.stringify(await query('select * from desk_invitation'))
    assert.ok(!stored.includes(link.split('/').at(-1)!), 'the database has the link')
    const insecure = await run(['desk', '--invite', '--base-url', 'http://reviews.example.net'])
    assert.equal(insecure.code, 2)
    assert.match(insecure.stderr, /^Passkeys need HTTPS/)
  })

  it('In an empty folder the desk begins with its setup, and says so', async t => {
    const { path } = await makeFolder(t)
    const env = { DATABASE_URL: `sqlite:${path}/new/firsthand.db` }
    const child = startCommand(['desk', '--port', '0'], { cwd: path, env })
    t.after(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', text => (output += text))
    await until(() => /\/open\//.test(output))
    assert.match(output, /^Nothing was set up in this folder yet, so the desk begins with that\. /)
    const [link] = /http:\S+/.exec(output)!
    const { origin } = new URL(link)
    const opened = await fetch(link, { method: 'POST', headers: { origin }, redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
    const inbox = await fetch(origin, { headers: { cookie } })
    assert.equal(inbox.url, `${origin}/setup`)
  })

  it('The command begins no database where there is a business already, or for a link, and rejects a port that is none', async t => {
    const folder = await makeFolder(t)
    const env = { DATABASE_URL: `sqlite:${folder.path}/none.db` }
    const desk = async (...args: string[]) => {
      const { code, stderr } = await spawnCommand(['desk', ...args], { cwd: folder.path, env })
      assert.equal(existsSync(`${folder.path}/none.db`), false, args.join(' '))
      return [code, stderr.split('\n')[0]]
    }
    const missing = `There is no database at ${folder.path}/none.db. Run this in the folder of your site, or name the database with --database-url. To set up a new site: firsthand init.`
    assert.deepEqual(await desk('--link'), [1, missing])
    assert.deepEqual(await desk('--invite'), [1, missing])
    await folder.write('business.json', business)
    assert.deepEqual(await desk(), [1, missing])
    assert.equal((await desk('--port', '99999'))[0], 2)
  })
})
