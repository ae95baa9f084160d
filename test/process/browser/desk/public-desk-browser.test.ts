import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { checkCopy } from '../../../../src/actions/back-up.ts'
import { assertAccessible } from '../../../kit/accessible.ts'
import { shareBrowser } from '../../../kit/browser.ts'
import { borrowDevice, PHONE, startPublicDesk } from '../../../kit/public-desk.ts'
import { row } from '../../../kit/rows.ts'
import { until } from '../../../kit/service.ts'
import { share } from '../../../kit/share.ts'

const MINUTE_MS = 60_000

describe('The desk at the public address, in a browser with passkeys', () => {
  const browsing = shareBrowser()
  const shared = share(t =>
    startPublicDesk(t, {
      rows: [
        row({
          source: 'direct',
          source_id: 'a',
          author: 'Cy Hall',
          text: 'Rosa was late.',
          rating: 1,
        }),
        row({ source_id: 'b', author: 'Di Ray', text: 'Please forget me.' }),
        row({ source_id: 'c', author: 'Flo', text: 'On time.' }),
      ],
      business: {
        name: 'Test & Sons',
        verification: { direct: { level: 'invited' } },
      },
    }),
  )
  const reviewBy = async (name: string) =>
    (await shared().store.changesSince(0)).shown.find(({ content }) => content.author === name)!

  /** Opens an invitation on a new device, and creates the passkey. */
  async function enter(t: TestContext, name: string, bypassCSP = false): Promise<Page> {
    const { url, invite } = shared()
    const page = await borrowDevice(t, browsing.browser, { viewport: PHONE, bypassCSP })
    await page.goto(url + (await invite(name)))
    if (bypassCSP) await assertAccessible(page)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.waitForURL(`${url}/desk/`)
    return page
  }

  const log = async (page: Page) => {
    await page.goto(`${shared().url}/desk/access`)
    return await page.innerText('ol.history')
  }

  it('On a phone an invitation becomes a passkey, and a reply is published under the name of whoever wrote it', async t => {
    const { url } = shared()
    const page = await enter(t, 'Rosa', true)
    assert.match(await page.innerText('footer'), /You are signed in as Rosa\./)
    await page.getByRole('link', { name: 'Cy Hall' }).first().click()
    await page.getByLabel('Your reply').fill('Sorry, we will be faster.')
    await page.getByRole('button', { name: 'Publish the reply' }).click()
    await page.getByRole('status').waitFor()
    const { id } = await reviewBy('Cy Hall')
    await until(async () =>
      (await (await fetch(`${url}/api/reviews/${id}`)).text()).includes('be faster'),
    )
    assert.match(
      await log(page),
      /Rosa: Replied to a review\. Saved\.[\s\S]*Rosa: Created a passkey\./,
    )
    await assertAccessible(page)
    await page.context().clearCookies()
    await page.goto(`${url}/desk`)
    await assertAccessible(page)
  })

  it('The cookie is for this host and no script, and a spent invitation lets nobody in', async t => {
    const { url, invite, call } = shared()
    const path = await invite('Val')
    const page = await borrowDevice(t, browsing.browser)
    await page.goto(url + path)
    const sent = page.waitForRequest(request => request.method() === 'POST')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    const body = (await sent).postData()!
    await page.waitForURL(`${url}/desk/`)
    const [cookie, ...others] = await page.context().cookies()
    const { name, httpOnly, secure, sameSite } = cookie!
    assert.deepEqual(
      [name, cookie!.path, httpOnly, secure, sameSite, others],
      ['__Host-firsthand_desk', '/', true, true, 'Strict', []],
    )
    const headers = { origin: url, 'content-type': 'application/x-www-form-urlencoded' }
    for (const again of [await call(path), await call(path, { method: 'POST', headers, body })]) {
      assert.deepEqual([again.status, again.headers['set-cookie']], [403, undefined])
      assert.match(again.body, /This invitation no longer works/)
    }
  })

  it('Whoever signs out signs in with the passkey, and gets the page that was asked for', async t => {
    const { url } = shared()
    const page = await enter(t, 'Uma')
    await page.goto(`${url}/desk/access`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with your passkey' }).waitFor()
    await page.goto(`${url}/desk/people`)
    await page.getByRole('button', { name: 'Sign in with your passkey' }).click()
    await page.waitForURL(`${url}/desk/people`)
    assert.match(await page.innerText('footer'), /You are signed in as Uma\./)
    assert.match(await log(page), /Uma: Signed in\./)
  })

  it('Nothing is sent before the script can ask for the passkey', async t => {
    const { url } = shared()
    const page = await borrowDevice(t, browsing.browser, { viewport: PHONE })
    await page.route('**/*.js', route => route.abort())
    await page.goto(`${url}/desk`)
    const button = page.getByRole('button', { name: 'Sign in with your passkey' })
    assert.equal(await button.isDisabled(), true)
    await page.unroute('**/*.js')
    await page.reload()
    await until(() => button.evaluate(one => one === one.ownerDocument.activeElement))
    assert.equal(await button.isEnabled(), true)
  })

  it('A second user ends the session of the first, who is back at the sign-in page', async t => {
    const { url } = shared()
    const first = await enter(t, 'Ben')
    const second = await enter(t, 'Ada')
    await second.goto(`${url}/desk/access`)
    const session = second.getByRole('listitem').filter({ hasText: 'Ben' })
    await session.getByRole('button', { name: 'End this session' }).click()
    assert.equal(await second.getByRole('status').innerText(), 'The session is ended.')
    await first.reload()
    await first.getByRole('button', { name: 'Sign in with your passkey' }).waitFor()
    assert.match(await log(second), /Ada: Ended a session\./)
  })

  it('A backup is downloaded only with the passkey, and the log says by whom', async t => {
    const { url, clock, store } = shared()
    const page = await enter(t, 'Ida', true)
    clock.aheadMs += 5 * MINUTE_MS + 1
    await page.goto(`${url}/desk/backups`)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Make a backup and download it' }).click()
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Confirm with your passkey' }).click()
    const download = await started
    assert.match(download.suggestedFilename(), /^firsthand-[\da-f]{8}-\d{8}T\d{6}Z\.db$/)
    const { size } = await store.logSize()
    assert.deepEqual(await checkCopy(await download.path()), { reviews: 3, log_size: size })
    assert.match(await log(page), /Ida: Downloaded a backup\./)
  })

  it('Erasing asks for the passkey again once five minutes have passed, and keeps what was typed', async t => {
    const { url, clock, store } = shared()
    const page = await enter(t, 'Eve')
    const { id } = await reviewBy('Di Ray')
    clock.aheadMs += 5 * MINUTE_MS + 1
    await page.goto(`${url}/desk/reviews/${id}`)
    await page.getByLabel('To erase it').fill('Di Ray')
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    assert.notEqual(await store.find(id), null)
    await page.getByRole('button', { name: 'Confirm with your passkey' }).click()
    await page.waitForURL(`${url}/desk/removal`)
    assert.match(await page.innerText('[role=status]'), /The review is erased/)
    assert.equal(await store.find(id), null)
    const text = await log(page)
    assert.match(text, /Eve: Erased a review\./)
    assert.doesNotMatch(text, /Di Ray/)
  })

  it('Inviting asks again, too, and the passkey of somebody else does not confirm it', async t => {
    const { url, clock, store } = shared()
    const [page, other] = [await enter(t, 'Gil'), await enter(t, 'Hal')]
    clock.aheadMs += 5 * MINUTE_MS + 1
    for (const each of [page, other]) {
      await each.goto(`${url}/desk/access`)
      await each.getByLabel('Name').fill('Ida')
      await each.getByRole('button', { name: 'Make an invitation' }).click()
      await each.getByRole('heading', { name: 'Is it you?' }).waitFor()
    }
    const sent = other.waitForRequest(request => request.method() === 'POST')
    await other.getByRole('button', { name: 'Confirm with your passkey' }).click()
    const passkey = new URLSearchParams((await sent).postData()!).get('passkey')!
    await other.getByRole('status').waitFor()
    clock.aheadMs += MINUTE_MS
    const before = await store.deskAccess.actions(100)
    // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
    await page.locator('form[data-passkey]').evaluate((form: any, value) => {
      form.passkey.value = value
      form.submit()
    }, passkey)
    await page.getByText('This passkey was not accepted.').waitFor()
    assert.equal((await store.deskAccess.actions(100)).length, before.length)
    await page.getByRole('button', { name: 'Confirm with your passkey' }).click()
    const told = await page.getByRole('status').innerText()
    assert.match(told, new RegExp(`${url}/desk/invitation/[\\w-]{32}$`))
    const text = await log(page)
    assert.match(text, /Gil: Invited someone\. Ida is invited\./)
    assert.doesNotMatch(text, /invitation\//)
  })

  it('A response of a passkey works once, for no other site, and leads to no other site', async t => {
    const { url, call } = shared()
    const page = await enter(t, 'Jo')
    await page.context().clearCookies()
    await page.goto(`${url}/desk`)
    // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
    await page.locator('[name=to]').evaluate((field: any) => {
      field.value = 'https://evil.example/'
    })
    const sent = page.waitForRequest(request => request.method() === 'POST')
    await page.getByRole('button', { name: 'Sign in with your passkey' }).click()
    const body = (await sent).postData()!
    await page.waitForURL(`${url}/desk/`)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const origin of [url, 'https://evil.example']) {
      const again = await call('/desk/sign-in', {
        method: 'POST',
        headers: { ...headers, origin },
        body,
      })
      assert.deepEqual([again.status, again.headers['set-cookie']], [403, undefined])
    }
  })

  it('Removing a passkey ends its sessions, and it signs in no more', async t => {
    const { url } = shared()
    const [lost, page] = [await enter(t, 'Kim'), await enter(t, 'Kim')]
    await page.goto(`${url}/desk/access`)
    const passkeys = page
      .getByRole('listitem')
      .filter({ hasText: 'created' })
      .filter({ hasText: 'Kim' })
    await passkeys.first().getByRole('button', { name: 'Remove this passkey' }).click()
    assert.match(await page.getByRole('status').innerText(), /The passkey is removed/)
    await lost.goto(`${url}/desk`)
    await lost.getByRole('button', { name: 'Sign in with your passkey' }).click()
    await lost.getByText('This passkey was not accepted.').waitFor()
  })
})
