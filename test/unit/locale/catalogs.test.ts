import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  CATALOGS,
  type Catalog,
  type Message,
  type Plural,
  VALUE,
} from '../../../src/locale/locale.ts'

const { de, 'en-GB': enGb, 'en-US': enUs, es, fr } = CATALOGS

type Tree = Message | { readonly [key: string]: Tree }

const isPlural = (tree: Tree): tree is Plural =>
  typeof tree === 'object' && typeof tree.other === 'string'

/** Every message with its place: `home.call`. */
function messagesOf(tree: Tree, place = ''): [place: string, message: Message][] {
  if (typeof tree === 'string' || isPlural(tree)) return [[place, tree]]
  return Object.entries(tree).flatMap(([key, branch]) =>
    messagesOf(branch, place ? `${place}.${key}` : key),
  )
}

const formsOf = (message: Message): [category: string, text: string][] =>
  typeof message === 'string' ? [['other', message]] : Object.entries(message)

/** {label} is {aspect} at the beginning of a sentence. */
const valuesIn = (text: string) =>
  [
    ...new Set([...text.matchAll(VALUE)].map(([, name]) => (name === 'label' ? 'aspect' : name!))),
  ].sort()

const english = new Map(messagesOf(enUs))

for (const [tag, catalog] of Object.entries({ 'en-GB': enGb, de, es, fr }))
  describe(`The catalog of ${tag}`, () => {
    it(`Every message of ${tag} has the values of the English one, and no others`, () => {
      for (const [place, message] of messagesOf(catalog)) {
        const inEnglish = new Map(formsOf(english.get(place)!))
        for (const [category, text] of formsOf(message)) {
          const values = valuesIn(text)
          const expected = valuesIn(inEnglish.get(category) ?? inEnglish.get('other')!)
          // "The only review" need not say 1.
          const wanted =
            category === 'other'
              ? expected
              : expected.filter(name => name !== 'count' || values.includes(name))
          assert.deepEqual(
            values.filter(name => wanted.includes(name) || name !== 'count'),
            wanted,
            `${place} (${category})`,
          )
        }
      }
    })

    it(`Every plural of ${tag} has only forms that the language has`, () => {
      const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
      for (const [place, message] of messagesOf(catalog))
        for (const [category] of formsOf(message))
          assert.ok(
            pluralCategories.includes(category as Intl.LDMLPluralRule),
            `${place}: ${category}`,
          )
    })

    it(`No message of ${tag} is empty`, () => {
      for (const [place, message] of messagesOf(catalog))
        for (const [, text] of formsOf(message)) assert.notEqual(text.trim(), '', place)
    })
  })

/** What is spoken in place of what is shown must contain it (WCAG 2.5.3), or nobody can say it to click it. */
const SPOKEN_AND_SHOWN = ({
  review,
  highlights,
  embed,
}: Catalog): [spoken: Message, shown: Message][] => [
  [review.moreOfReview, review.more],
  [review.moreOfReply, review.more],
  [highlights.readAllAbout, highlights.readAll],
  [embed.script.copyThis, embed.script.copy],
]

describe('The catalogs', () => {
  it('What is spoken in place of a text contains it, in every language', () => {
    for (const catalog of Object.values(CATALOGS))
      for (const [spoken, shown] of SPOKEN_AND_SHOWN(catalog)) {
        const visible = new Map(formsOf(shown))
        for (const [category, text] of formsOf(spoken))
          assert.ok(text.includes(visible.get(category)!), text)
      }
  })

  it('British English has its own words where it differs, and the American ones everywhere else', () => {
    assert.deepEqual([enUs.embed.colors, enGb.embed.colors], ['Colors', 'Colours'])
    assert.deepEqual([enUs.home.hopes.crew, enGb.home.hopes.crew], ['Good crew', 'Good team'])
    assert.equal(enGb.home.hopes.cleanliness, enUs.home.hopes.cleanliness)
    assert.deepEqual(enGb.common, enUs.common)
    const places = (catalog: Catalog) => messagesOf(catalog).map(([place]) => place)
    assert.deepEqual(places(enGb), places(enUs))
  })

  it('No label has a tick or calls verified what only the business says', () => {
    const { review, trust, widget } = enUs
    const labels = [
      review.levels.transaction,
      review.levels.invited,
      review.levels.platform,
      trust.rules,
      widget,
    ]
    for (const texts of labels) assert.doesNotMatch(JSON.stringify(texts), /verified|✓/i)
    for (const catalog of [de, enGb, enUs, es, fr]) {
      const { transaction, invited, platform } = catalog.review.levels
      const { passed } = catalog.trust.check
      const said = JSON.stringify([
        transaction.label,
        invited,
        platform,
        catalog.trust.rules,
        passed,
      ])
      assert.doesNotMatch(said, /verifi|vérifié|bestätigt|✓/i)
    }
  })

  it('Every key of the catalogs is used', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url))
    const code = globSync('src/**/*.ts', { cwd: root })
      .map(file => readFileSync(`${root}/${file}`, 'utf8'))
      .join('\n')
    const words = new Set(code.match(/[\w-]+/g))
    // Deeper keys may be computed: those of stars, trades, reasons.
    const unused = [...english.keys()].filter(place => !words.has(place.split('.')[1]!))
    assert.deepEqual(unused, [])
  })
})
