import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { checkInstallation } from '../../../src/actions/check-installation.ts'
import { system } from '../../../src/model/system.ts'
import { DESK_PAGES, shareDesk, type TestDesk } from '../../kit/desk.ts'
import { assertOwnersWords } from '../../kit/owner-words.ts'
import { readTexts } from '../../kit/page-texts.ts'
import { row } from '../../kit/rows.ts'

/** Commands are for whoever runs the machine. */
const textsOf = (page: string) =>
  readTexts(page, name => ['code', 'style', 'option'].includes(name)).texts.join(' ')

describe('The words of the desk', () => {
  let started: TestDesk | undefined
  const shared = shareDesk({
    rows: [
      row({ source_id: 'a', rating: 1, text: 'Late.' }),
      row({ source: 'direct', source_id: 'd', author: 'Dee', text: 'By mail.' }),
    ],
    check: () =>
      checkInstallation(
        {
          databaseUrl: started!.folder.databaseUrl,
          businessFile: `${started!.folder.path}/business.json`,
          port: 9,
        },
        system,
      ),
  })

  it('Every page uses words that an owner knows', async () => {
    started = shared.desk
    const { get, upload } = shared.desk
    for (const path of DESK_PAGES) {
      const { status, body } = await get(path)
      assert.equal(status, 200, path)
      assertOwnersWords(textsOf(body), path)
    }
    assert.match(textsOf((await get('/status')).body), /Public log: OK\..*Sent to you/s)
    const table = await upload(
      'sheet.csv',
      'Customer,Score,When,Comment\nDee,5,2026-10-02,By mail.\n',
    )
    const preview = (await get(String(table.headers.location))).body
    assertOwnersWords(textsOf(preview), 'preview')
    assert.match(preview, /name="source"[^>]* value="sent to you"/)
    const sent = await get(
      `${table.headers.location}?mapped=yes&map.rating=Score&map.date=When&source=Sent+to+you`,
    )
    assert.match(sent.body, /--source direct/)
  })

  it('A service without a Latin letter in its name can be listed, and a mistake is told in words', async () => {
    const { post, get, folder } = shared.desk
    const [, digest] = /name="digest" value="([^"]+)"/.exec((await get('/business')).body)!
    const form = { digest: digest!, has_services: 'yes', 'services.2.name': '水管' }
    const twice = await post('/business', { ...form, 'services.3.name': '水管', step: 'save' })
    assert.equal(twice.status, 400)
    assert.match(twice.body, /services, entry 2: &quot;水管&quot; is used twice/)
    assertOwnersWords(textsOf(twice.body))
    assert.equal((await post('/business', { ...form, step: 'save' })).status, 303)
    assert.match(
      await readFile(`${folder.path}/business.json`, 'utf8'),
      /"id": "services_3",\s+"label": "水管"/,
    )
  })
})
