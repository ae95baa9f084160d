import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BusinessFile, publicBusiness } from '../../../../src/model/business.ts'
import type { PageContext } from '../../../../src/site/base/markup.ts'
import { renderHours, renderOpenNow } from '../../../../src/site/parts/contact.ts'

const contextOf = (hours: object[], time_zone?: string) =>
  ({
    business: publicBusiness(BusinessFile.parse({ name: 'Test & Sons', hours, time_zone })),
    locale: 'en-US',
  }) as PageContext
const rowsOf = (html: unknown) =>
  [...String(html).matchAll(/<li><span>([^<]+)<\/span> <span>([^<]+)</g)].map(([, days, hours]) =>
    `${days} ${hours}`.replaceAll('\u00a0', ' '),
  )

const WEEK = [
  { days: ['monday', 'tuesday', 'thursday'], opens: '07:30', closes: '12:00' },
  { days: ['monday', 'tuesday', 'thursday'], opens: '13:00', closes: '18:00' },
  { days: ['friday'], opens: '20:00', closes: '02:00' },
]

describe('Opening hours', () => {
  it('Neighbors with the same hours are one row, and days without hours are closed', () => {
    assert.deepEqual(rowsOf(renderHours(contextOf(WEEK))), [
      'Mon–Tue 7:30 am–12:00 pm, 1:00 pm–6:00 pm',
      'Wed Closed',
      'Thu 7:30 am–12:00 pm, 1:00 pm–6:00 pm',
      'Fri 8:00 pm–2:00 am',
      'Sat–Sun Closed',
    ])
  })

  it('The line above them leaves out closed days, and has what the browser needs only with a time zone', () => {
    const line = String(renderOpenNow(contextOf(WEEK, 'Europe/Berlin')))
    assert.match(
      line,
      /data-open-hours="450-720 780-1080 1890-2160 2220-2520 4770-5040 5100-5400 6960-7320"/,
    )
    assert.match(line, /data-time-zone="Europe\/Berlin"/)
    assert.equal(
      /<summary><span[^>]*>([^<]*)</.exec(line)![1]!.replaceAll('\u00a0', ' '),
      'Mon–Tue 7:30 am–12:00 pm, 1:00 pm–6:00 pm · Thu 7:30 am–12:00 pm, 1:00 pm–6:00 pm · Fri 8:00 pm–2:00 am',
    )
    assert.doesNotMatch(String(renderOpenNow(contextOf(WEEK))), /data-open-hours/)
    assert.equal(renderOpenNow(contextOf([])), '')
  })
})
