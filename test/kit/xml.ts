/** A strict parser of plain XML 1.0: elements, attributes, text and the five entities; anything else is an error. */
import assert from 'node:assert/strict'

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const NAME = '[A-Za-z_][\\w.:-]*'
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|([^<]+)`, 'y')
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, 'g')
const PROLOG = '<?xml version="1.0" encoding="utf-8"?>\n'

export function parseXml(document: string): Element {
  assert.ok(document.startsWith(PROLOG), 'no XML declaration')
  assert.doesNotMatch(
    document,
    /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u,
    'forbidden character',
  )
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  TOKEN.lastIndex = PROLOG.length
  while (TOKEN.lastIndex < document.length) {
    const start = TOKEN.lastIndex
    const token = TOKEN.exec(document)
    assert.ok(token, `not well-formed: ${document.slice(start, start + 60)}`)
    const [, closing, name = '', attributes = '', empty, text] = token
    const parent = open.at(-1)!
    if (text !== undefined) parent.text += decodeEntities(text)
    else if (closing) {
      assert.equal(open.pop()?.name, name, 'the tags do not match')
      assert.ok(open.length > 0 && attributes === '' && !empty)
    } else {
      const element: Element = {
        name,
        attributes: readAttributes(attributes),
        children: [],
        text: '',
      }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  assert.equal(open.length, 1, 'an element is not closed')
  assert.equal(top.children.length, 1, 'there must be one root')
  assert.equal(top.text.trim(), '', 'text outside the root')
  return top.children[0]!
}

export const childrenOf = (element: Element, name: string) =>
  element.children.filter(one => one.name === name)

export function textOf(element: Element, name: string): string {
  const found = childrenOf(element, name)
  assert.equal(found.length, 1, `${found.length} × ${name} in ${element.name}`)
  return found[0]!.text
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(
    ([, name, value]) => [name!, decodeEntities(value!)] as const,
  )
  assert.equal(new Set(pairs.map(([name]) => name)).size, pairs.length, 'duplicate attribute')
  return Object.fromEntries(pairs)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  assert.ok(!text.includes(']]>'), ']]> in text')
  return text.replace(/&(\w+;)?/g, (_, entity = '') => {
    const character = ENTITIES[entity.slice(0, -1)]
    assert.ok(character, `unknown entity &${entity}`)
    return character
  })
}
