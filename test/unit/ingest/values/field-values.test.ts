import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorName,
  flagOf,
  identifierOf,
  languageTagOf,
  linkOf,
  sourceOf,
} from '../../../../src/ingest/values/field-values.ts'

describe('The name of an author', () => {
  it('The name of an author is kept as it is', () => {
    for (const name of [
      'Ada Moreno',
      'J.',
      '@ada',
      'Joe @ Acme',
      'Bob 1971',
      'María-José O’Neil',
      'R2D2 12',
    ])
      assert.equal(authorName(name), name)
  })

  it('An e-mail address is not the name of an author', () => {
    for (const name of [
      'ada@example.com',
      'Ada <ada@example.co.uk>',
      'Ada (ada.m@mail.example.com)',
    ])
      assert.equal(authorName(name), null)
  })

  it('A phone number is not the name of an author', () => {
    for (const name of [
      '555-0100-22',
      '+1 (555) 010-0199',
      'Ada 555.010.0199',
      'Ada5550100199',
      5550100199,
      '٠١٢٣٤٥٦٧',
      '555 0100',
    ])
      assert.equal(authorName(name), null)
    assert.equal(authorName('Ada 555 010'), 'Ada 555 010')
  })
})

describe('The identifier at the source', () => {
  it('A source id is text, even if the file has a number', () => {
    assert.equal(identifierOf(' AbFv '), 'AbFv')
    assert.equal(identifierOf(12345678), '12345678')
  })

  it('A source id is missing if it is empty or an e-mail address', () => {
    for (const value of ['', ' ', '\u0000', null, undefined, true, 'ada@example.com-1'])
      assert.equal(identifierOf(value), null)
  })
})

describe('The name of a source', () => {
  it('Every name that Google has used is the source google', () => {
    for (const name of [
      'Google',
      'GOOGLE',
      'Google My Business',
      'Google Business Profile',
      'GMB',
      'Google Maps',
      'google_maps',
      'Google Reviews',
      'Google review',
      'GBP',
      'google-business',
    ])
      assert.equal(sourceOf(name), 'google')
    assert.equal(sourceOf('Google Play'), 'google-play')
  })

  it('The name of a source becomes lower-case words', () => {
    const names = {
      'Yelp!': 'yelp',
      Facebook: 'facebook',
      "Angie's List": 'angies-list',
      'Bokadirékt AB': 'bokadirekt-ab',
      my_site: 'my_site',
    }
    for (const [name, slug] of Object.entries(names)) assert.equal(sourceOf(name), slug)
  })

  it('A source without any letter from a to z is missing', () => {
    for (const name of ['', '  ', null, undefined, '!!!', '大众点评'])
      assert.equal(sourceOf(name), null)
  })
})

describe('A link', () => {
  it('A link to the web is kept, and any other is missing', () => {
    assert.equal(linkOf(' https://example.com/r?1 '), 'https://example.com/r?1')
    for (const value of ['', null, 'javascript:alert(1)', 'example.com', '//example.com/a', 5])
      assert.equal(linkOf(value), null)
  })
})

describe('A link with an e-mail address', () => {
  it('A link with an e-mail address in it is missing, however the address is written', () => {
    for (const at of ['@', '%40'])
      assert.equal(linkOf(`https://example.com/?by=ada${at}example.org`), null)
  })
})

describe('A language', () => {
  it('A language tag is written in its standard form', () => {
    const spellings = {
      EN: 'en',
      en_US: 'en-US',
      'pt-br': 'pt-BR',
      ZH_hant_tw: 'zh-Hant-TW',
      de: 'de',
      'es-419': 'es-419',
    }
    for (const [value, tag] of Object.entries(spellings)) assert.equal(languageTagOf(value), tag)
  })

  it('An unknown language is missing', () => {
    for (const value of ['', null, 'English', 'und', 'UND', '??', 'e', 5, 'en-', 'x'.repeat(99)])
      assert.equal(languageTagOf(value), null)
  })
})

describe('A yes or no', () => {
  it('Yes and no are read from the usual words, and anything else is neither', () => {
    for (const value of [true, 'true', 'TRUE', 'yes', '1', 1]) assert.equal(flagOf(value), true)
    for (const value of [false, 'false', 'No', '0', 0]) assert.equal(flagOf(value), false)
    for (const value of ['', null, undefined, 'maybe', 2]) assert.equal(flagOf(value), null)
  })
})
