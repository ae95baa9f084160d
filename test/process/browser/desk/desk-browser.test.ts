import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessibleIn, type DeskLook } from '../../../kit/accessible.ts'
import { shareBrowser } from '../../../kit/browser.ts'
import { shareDesk } from '../../../kit/desk.ts'
import { show } from '../../../kit/look.ts'
import { row } from '../../../kit/rows.ts'
import { until } from '../../../kit/service.ts'
import { visit } from '../../../kit/visit.ts'

/** Unknown columns, so that the owner also sees how they are mapped. */
const TABLE =
  'Customer,Score,When,Comment\nAnna Lee,5,2026-10-02,Rosa was quick.\nBen,nine,2026-10-03,Late.\n'

const PHONE: DeskLook = { width: 390, colorScheme: 'light' }
const DESKTOP: DeskLook = { width: 1280, colorScheme: 'dark' }

/** As with the keyboard: tabs until an element that matches has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let count = 0; count < 80; count++) {
    await page.keyboard.press('Tab')
    if (await page.locator(`${selector}:focus`).count()) return
  }
  assert.fail(`${selector} cannot be reached with the keyboard`)
}

describe('The desk in a browser', () => {
  const browsing = shareBrowser()
  const shared = shareDesk({
    rows: [
      row({ source_id: 'a', author: 'Cy Hall', text: 'Rosa was late and rude.', rating: 1 }),
      row({ source_id: 'b', author: 'Di Ray', text: 'Ask for Mike Brown, thanks to Mike Brown.' }),
      row({ source_id: 'c', author: 'Flo', text: 'Mike Brown came on time.' }),
    ],
  })

  it('On a small and on a large screen a file can be imported with the keyboard alone, and every page is accessible', async t => {
    const { origin, newLink, folder, store } = shared.desk
    const { page, requests } = await visit(t, browsing.browser, origin + (await newLink()))
    await show(page, PHONE)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    const table = await folder.write('table.csv', TABLE)
    // From the beginning: the browser must know that a chooser is awaited before the key that opens it arrives.
    page.on('filechooser', chooser => void chooser.setFiles(table))
    await page.waitForURL(`${origin}/`)
    await tabTo(page, 'nav a[href="/import"]')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/import`)
    await assertAccessibleIn(page, [DESKTOP, PHONE])
    await tabTo(page, '#file')
    await page.keyboard.press('Enter')
    await until(async () => (await page.inputValue('#file')) !== '')
    await tabTo(page, 'button')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    await assertAccessibleIn(page, [PHONE, DESKTOP])
    await tabTo(page, '[name=source]')
    await page.keyboard.type('google')
    await tabTo(page, 'details button')
    await page.keyboard.press('Enter')
    await page.waitForURL(/source=google/)
    assert.match(await page.innerText('.numbers'), /1\s+to add[\s\S]*1\s+rejected/)
    await tabTo(page, 'button[value=import]')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/`)
    assert.match(await page.innerText('[role=status]'), /1 added, 0 edited, 1 rejected/)
    // Only the owner says that such a table is from Google, so it is kept and not shown.
    const kept = (await store.findInStates(['unverified'])).map(({ content }) => content.author)
    assert.ok(kept.includes('Anna Lee'))
    const { id } = (await store.changesSince(0)).shown.find(
      ({ content }) => content.author === 'Cy Hall',
    )!
    for (const path of [
      '/',
      '/pulls?kind=google',
      '/backups',
      '/people',
      '/removal?query=rosa',
      `/reviews/${id}?start=apology`,
      '/business',
      '/status',
      '/nowhere',
    ]) {
      await page.goto(origin + path)
      await assertAccessibleIn(page, [PHONE, DESKTOP])
    }
    assert.deepEqual(
      requests.filter(url => !url.startsWith(origin)),
      [],
    )
  })

  it('The preview of the business follows what is typed, and nothing breaks the policy of the page', async t => {
    const { origin, newLink, store } = shared.desk
    const { page, complaints } = await visit(t, browsing.browser, origin + (await newLink()))
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await page.waitForURL(`${origin}/`)
    await page.goto(`${origin}/business`)
    await page.fill('[name=name]', 'Bright & Daughters')
    await until(async () => (await page.innerText('#live')).includes('Bright & Daughters'))
    assert.match(
      await page.innerText('#live .command'),
      /firsthand business --set 'name=Bright & Daughters'/,
    )
    await page.click('button[value=save]')
    await page.waitForSelector('[role=status]')
    assert.equal((await store.business())!.name, 'Bright & Daughters')
    assert.deepEqual(complaints, [])
  })

  it('A file that is too large is not even sent', async t => {
    const { origin, newLink } = shared.desk
    const { page, requests } = await visit(t, browsing.browser, origin + (await newLink()))
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await page.waitForURL(`${origin}/`)
    await page.goto(`${origin}/import`)
    // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
    await page.locator('.drop').evaluate((drop: any) => {
      drop.dataset.most = '2'
    })
    await page.setInputFiles('#file', {
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('abc'),
    })
    await page.click('.drop button')
    assert.match(await page.innerText('.drop [role=alert]'), /larger than 100 MiB/)
    assert.ok(!requests.some(url => url.endsWith('/import/upload')))
  })
})
