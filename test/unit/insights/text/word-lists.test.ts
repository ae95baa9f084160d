import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createCueFinder, parseCue } from '../../../../src/insights/text/cues.ts'
import { resolveTaxonomy } from '../../../../src/insights/text/resolve-taxonomy.ts'
import { splitWords } from '../../../../src/insights/text/words.ts'
import { BusinessFile, Trade } from '../../../../src/model/business.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

type Lists = Record<string, string | string[] | string[][] | Record<string, string>>

const folder = new URL('../../../../taxonomy/words/', import.meta.url)
const readLists = (file: string): Lists => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

/** Lists that are not sorted, because their order carries meaning. */
const IN_ORDER = new Set(['cues.json numbers', 'cues.json rivals', 'names.json nicknames'])

const wordsOf = (list: Lists[string]): string[] =>
  typeof list === 'string' ? [list] : Array.isArray(list) ? list.map(String) : Object.keys(list)

describe('The word lists', () => {
  for (const file of readdirSync(folder))
    it(`Every list in ${file} is lower case, without duplicates, and sorted`, () => {
      for (const [name, list] of Object.entries(readLists(file))) {
        const words = wordsOf(list)
        assert.ok(
          words.length > 0 && words.every(word => word !== '' && word === word.toLowerCase()),
          name,
        )
        assert.equal(new Set(words).size, words.length, name)
        if (!IN_ORDER.has(`${file} ${name}`)) assert.deepEqual(words, words.toSorted(), name)
      }
    })

  it('Every group of nicknames has at least two different names', () => {
    for (const group of readLists('names.json').nicknames as string[][])
      assert.ok(group.length > 1 && new Set(group).size === group.length, group.join(' '))
  })

  it('Every category belongs to a trade that has a taxonomy', () => {
    for (const [category, trade] of Object.entries(readLists('categories.json'))) {
      assert.equal(Trade.safeParse(trade).success, true, category)
      const own = BusinessFile.parse({ name: 'Any', taxonomy: { trade } })
      const byCategory = BusinessFile.parse({ name: 'Any', category })
      assert.deepEqual(
        resolveTaxonomy(engine.taxonomies, byCategory),
        resolveTaxonomy(engine.taxonomies, own),
        category,
      )
    }
  })

  it('Every phrase for another company can be found', () => {
    for (const cue of readLists('cues.json').rivals as string[]) {
      const phrase = parseCue(cue)
      const text = phrase
        .map(alternatives => alternatives[0]!.join(' ').replaceAll('*', ''))
        .join(' ')
      assert.equal(createCueFinder([[phrase, cue]])(splitWords(text)).length, 1, cue)
    }
  })
})
