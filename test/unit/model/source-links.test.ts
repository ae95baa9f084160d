import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLinkOf } from '../../../src/model/verification.ts'

describe('Whether an address belongs to a platform', () => {
  it('The hosts of a platform, in every country and with its short names, belong to it', () => {
    for (const [source, url] of [
      ['google', 'https://www.google.com/maps/reviews/1'],
      ['google', 'https://maps.google.co.uk/x'],
      ['google', 'https://maps.app.goo.gl/abc'],
      ['google', 'https://g.page/r/x'],
      ['yelp', 'https://yelp.de/biz/x'],
      ['facebook', 'https://fb.com/x'],
      ['squarespace', 'https://larkfield.squarespace.com/reviews'],
      ['home_stars', 'https://homestars.com/1'],
      ['app-store', 'https://apps.apple.com/us/app/1'],
    ] as const)
      assert.ok(isLinkOf(source, url), url)
  })

  it('Another host with the name somewhere in it does not', () => {
    for (const url of [
      'https://google.example.com/maps',
      'https://notgoogle.com/',
      'https://google.com.evil.example/',
      'https://evil.example/google.com',
      'https://googlee.com/',
      'no address',
      '',
      null,
      undefined,
    ])
      assert.ok(!isLinkOf('google', url), String(url))
    assert.ok(!isLinkOf('toString', 'https://example.com/'))
  })
})
