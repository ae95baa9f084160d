import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partsOfName } from '../../../../src/insights/names/name-roster.ts'
import { createNameLookup } from '../../../../src/publish/search/name-lookup.ts'
import type { SearchableName } from '../../../../src/publish/search/searchable-names.ts'

const named = (
  id: string,
  label: string,
  aliases: string[] = [],
  mentions = 0,
): SearchableName => ({
  id,
  label,
  aliases,
  parts: [],
  mentions,
})

const person = (name: string, ...aliases: string[]): SearchableName => {
  const { given, surnames, nicknames } = partsOfName(name)
  return {
    ...named(name, name, [...aliases, ...nicknames]),
    parts: [...given, ...surnames],
  }
}

const SERVICES = [
  named('heat_pump_installation', 'Heat pump installation', ['heat pump'], 9),
  named('mini_split_installation', 'Mini-split installation', ['mini-split', 'ductless'], 4),
  named('water_heater', 'Water heater service', ['water heater'], 7),
]
const PEOPLE = [
  person('Mike Delgado', 'Mike', 'Big Mike'),
  person('Mike Brown'),
  person('Tomasz Wójcik'),
  person("Siobhán O'Brien"),
  person('James Kelly'),
  person('Kelly Ann Ortiz'),
  person('Raymond "Ray" Castellanos'),
]
const idIn = (known: SearchableName[]) => (name: string) => {
  const found = createNameLookup(known)(name)
  return 'id' in found ? found.id : null
}
const suggestionsIn = (known: SearchableName[]) => (name: string) => {
  const found = createNameLookup(known)(name)
  return 'suggestions' in found ? found.suggestions : null
}

describe('names in a search', () => {
  it('A service is found by id, label or alias, whatever its case, accents, hyphens and apostrophes', () => {
    const find = idIn(SERVICES)
    for (const name of [
      'mini_split_installation',
      'MINI SPLIT installation',
      'mini split',
      'Mini-Splít',
    ])
      assert.equal(find(name), 'mini_split_installation', name)
    assert.equal(find('heat-pump'), 'heat_pump_installation')
    for (const name of ['mini', 'pump', '', '-', '__proto__', 'constructor'])
      assert.equal(find(name), null)
  })

  it('A person is found by full name, alias, nickname, first name or surname', () => {
    const find = idIn(PEOPLE)
    const found = {
      'tomasz wojcik': 'Tomasz Wójcik',
      Tomasz: 'Tomasz Wójcik',
      WÓJCIK: 'Tomasz Wójcik',
      obrien: "Siobhán O'Brien",
      'O’Brien': "Siobhán O'Brien",
      siobhan: "Siobhán O'Brien",
      'big-mike': 'Mike Delgado',
      brown: 'Mike Brown',
      ray: 'Raymond "Ray" Castellanos',
      castellanos: 'Raymond "Ray" Castellanos',
      'kelly ann': 'Kelly Ann Ortiz',
      ortiz: 'Kelly Ann Ortiz',
    }
    for (const [name, id] of Object.entries(found)) assert.equal(find(name), id, name)
  })

  it('An alias wins over the first name of somebody else', () => {
    assert.equal(idIn(PEOPLE)('mike'), 'Mike Delgado')
  })

  it('A name that two people share finds neither and suggests both', () => {
    assert.equal(idIn(PEOPLE)('Kelly'), null)
    assert.deepEqual(suggestionsIn(PEOPLE)('Kelly')!.sort(), ['James Kelly', 'Kelly Ann Ortiz'])
  })

  it('An id wins over the same word as the label of another', () => {
    const known = [named('a', 'b'), named('b', 'a'), named('c', 'A')]
    assert.equal(idIn(known)('a'), 'a')
    assert.equal(idIn(known)('b'), 'b')
    assert.equal(idIn(known)('A'), null)
  })

  it('Every suggestion is a name that finds what it suggests', () => {
    const known = [named('a', 'Same label'), named('b', 'Same label'), ...SERVICES]
    for (const suggested of [
      ...suggestionsIn(known)('same label')!,
      ...suggestionsIn(known)('heat punp')!,
      ...suggestionsIn(known)('xyz')!,
    ])
      assert.ok(idIn(known)(suggested), suggested)
  })

  it('A misspelled or related name suggests the nearest names first', () => {
    assert.deepEqual(suggestionsIn(SERVICES)('heet pump'), ['Heat pump installation'])
    assert.deepEqual(suggestionsIn(SERVICES)('water heating')!.slice(0, 1), [
      'Water heater service',
    ])
    assert.deepEqual(suggestionsIn(SERVICES)('service '.repeat(60)), ['Water heater service'])
    const aspects = [
      named('pricing', 'Pricing'),
      named('plumbing', 'Plumbing'),
      named('tidy', 'Tidiness'),
    ]
    assert.deepEqual(suggestionsIn(aspects)('price'), ['Pricing'])
  })

  it('A name like no other suggests the five most mentioned', () => {
    const known = Array.from({ length: 7 }, (_, number) =>
      named(`n${number}`, `Word ${number}`, [], number),
    )
    assert.deepEqual(suggestionsIn(known)('qqqqqqqqq'), [
      'Word 6',
      'Word 5',
      'Word 4',
      'Word 3',
      'Word 2',
    ])
    assert.deepEqual(suggestionsIn([])('anything'), [])
  })
})
