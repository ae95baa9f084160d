import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { renderSecurity, validityAt } from '../../../src/http/well-known-texts.ts'
import { BusinessFile, publicBusiness } from '../../../src/model/business.ts'
import { business } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const PATH = '/.well-known/security.txt'
const BASE_URL = 'https://reviews.example.net'
const DAY_MS = 24 * 60 * 60 * 1000

const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map(line => line.split(/: (.*)/) as [string, string]),
  )

describe('security.txt', () => {
  const shared = shareService({
    business: { ...business, email: 'office@alvarez.example' },
    settings: { baseUrl: BASE_URL },
  })

  it('The file security.txt has a contact, an expiry date and its canonical address', async () => {
    const { headers, body } = await ask(shared.url, PATH)
    const { Expires, ...fields } = fieldsOf(body.toString())
    assert.deepEqual(fields, {
      Contact: 'mailto:office@alvarez.example',
      'Preferred-Languages': 'en',
      Canonical: `${BASE_URL}${PATH}`,
    })
    assert.match(Expires!, /^\d{4}-\d{2}-01T00:00:00\.000Z$/)
    assert.ok(Date.parse(Expires!) > Date.now() + 89 * DAY_MS)
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, max-age=0, s-maxage=10, stale-if-error=600')
  })

  it('The file security.txt returns 304 to a client that has it, and cannot be written', async () => {
    const { headers } = await ask(shared.url, PATH)
    for (const method of ['GET', 'HEAD'])
      assert.equal(
        (await ask(shared.url, PATH, { method, headers: { 'if-none-match': headers.etag! } }))
          .status,
        304,
      )
    assert.equal((await ask(shared.url, PATH, { method: 'POST' })).status, 405)
    const head = await ask(shared.url, PATH, { method: 'HEAD' })
    assert.deepEqual([head.headers.etag, head.body.length], [headers.etag, 0])
  })

  const contactOf = (facts: object) => {
    const known = publicBusiness(BusinessFile.parse({ name: 'Alvarez', ...facts }))
    const text = renderSecurity({ baseUrl: BASE_URL, business: known }, new Date())
    return text === null ? null : fieldsOf(text).Contact
  }

  it('The file security.txt names the website if there is no email address, and does not exist without either', () => {
    assert.equal(contactOf({ url: 'https://alvarez.example/' }), 'https://alvarez.example/')
    assert.equal(contactOf({ url: 'http://alvarez.example/' }), null)
    assert.equal(contactOf({}), null)
  })

  it('The file security.txt never has an address without https, its own included', () => {
    const plain = 'http://localhost:8080'
    const known = publicBusiness(
      BusinessFile.parse({ name: 'Alvarez', email: 'office@alvarez.example' }),
    )
    const text = renderSecurity({ baseUrl: plain, business: known }, new Date())!
    assert.match(text, /^Contact: mailto:office@alvarez\.example$/m)
    assert.doesNotMatch(text, /http:/)
  })

  it('The file security.txt is valid for 90 days to 4 months, and does not change without a new date', () => {
    const times = fc.date({
      min: new Date('2024-01-01'),
      max: new Date('2032-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(times, now => {
        const { expires, since } = validityAt(now.getTime())
        const days = (expires.getTime() - now.getTime()) / DAY_MS
        assert.ok(days >= 90 && days <= 121, String(days))
        assert.equal(expires.getUTCDate(), 1)
        assert.ok(since <= now)
        assert.deepEqual(validityAt(since.getTime()), { expires, since })
        assert.notDeepEqual(validityAt(since.getTime() - 1).expires, expires)
      }),
    )
  })
})

describe('security.txt of a service without https and without a contact', () => {
  const shared = shareService()

  it('The file security.txt does not exist for a business without a contact', async () => {
    const { status, json } = await shared.client.get(PATH)
    assert.deepEqual([status, json.error], [404, 'not_found'])
  })
})
