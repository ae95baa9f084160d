import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorName,
  flagOf,
  identifierOf,
  languageOf,
  linkOf,
  sourceOf,
} from '../../../src/ingest/values/field-values.ts'

describe('the name of an author', () => {
  it('is kept as it stands', () => {
    for (const name of ['Ada Moreno', 'J.', '@ada', 'Joe @ Acme', 'Bob 1971', 'María-José O’Neil', 'R2D2 12'])
      assert.equal(authorName(name), name)
  })

  it('is none where it is or holds an address', () => {
    for (const name of ['ada@example.com', 'Ada <ada@example.co.uk>', 'Ada (ada.m@mail.example.com)'])
      assert.equal(authorName(name), null)
  })

  it('is none where it is or holds a phone number', () => {
    for (const name of [
      '555-0100-22',
      '+1 (555) 010-0199',
      'Ada 555.010.0199',
      'Ada5550100199',
      5550100199,
      '٠١٢٣٤٥٦٧',
    ])
      assert.equal(authorName(name), null)
  })
})

describe('the identifier at the source', () => {
  it('is text, also where the file has a number', () => {
    assert.equal(identifierOf(' AbFv '), 'AbFv')
    assert.equal(identifierOf(12345678), '12345678')
  })

  it('is none where it is empty or an address', () => {
    for (const told of ['', ' ', '\u0000', null, undefined, true, 'ada@example.com-1'])
      assert.equal(identifierOf(told), null)
  })
})

describe('the name of a source', () => {
  it('is google for all the names that Google gave it', () => {
    for (const name of [
      'Google',
      'GOOGLE',
      'Google My Business',
      'Google Business Profile',
      'GMB',
      'Google Maps',
      'google_maps',
    ])
      assert.equal(sourceOf(name), 'google')
  })

  it('is made of lower-case words', () => {
    const names = {
      'Yelp!': 'yelp',
      Facebook: 'facebook',
      "Angie's List": 'angies-list',
      'Bokadirékt AB': 'bokadirekt-ab',
      my_site: 'my_site',
    }
    for (const [name, slug] of Object.entries(names)) assert.equal(sourceOf(name), slug)
  })

  it('is none without letters that an address can hold', () => {
    for (const name of ['', '  ', null, undefined, '!!!', '大众点评']) assert.equal(sourceOf(name), null)
  })
})

describe('a link', () => {
  it('is one of the web, or none', () => {
    assert.equal(linkOf(' https://example.com/r?1 '), 'https://example.com/r?1')
    for (const told of ['', null, 'javascript:alert(1)', 'example.com', '//example.com/a', 5])
      assert.equal(linkOf(told), null)
  })
})

describe('a language', () => {
  it('is written as its standard has it', () => {
    const spellings = {
      EN: 'en',
      en_US: 'en-US',
      'pt-br': 'pt-BR',
      ZH_hant_tw: 'zh-Hant-TW',
      de: 'de',
      'es-419': 'es-419',
    }
    for (const [told, tag] of Object.entries(spellings)) assert.equal(languageOf(told), tag)
  })

  it('is none where it is not known', () => {
    for (const told of ['', null, 'English', 'und', 'UND', '??', 'e', 5, 'en-', 'x'.repeat(99)])
      assert.equal(languageOf(told), null)
  })
})

describe('a yes or no', () => {
  it('is read from the words for it, and is neither otherwise', () => {
    for (const told of [true, 'true', 'TRUE', 'yes', '1', 1]) assert.equal(flagOf(told), true)
    for (const told of [false, 'false', 'No', '0', 0]) assert.equal(flagOf(told), false)
    for (const told of ['', null, undefined, 'maybe', 2]) assert.equal(flagOf(told), null)
  })
})
