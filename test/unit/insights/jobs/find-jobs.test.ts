import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measureSentences } from '../../../../bench/names.ts'
import { readReviews } from '../../../../bench/services.ts'
import { createEntityFinder } from '../../../../src/insights/find-entities.ts'
import { resolveTaxonomy } from '../../../../src/insights/text/resolve-taxonomy.ts'
import { splitSentences } from '../../../../src/insights/text/words.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const business = BusinessFile.parse({
  name: 'Northgate Air',
  taxonomy: { trade: 'heating_cooling' },
  services: [
    { id: 'furnace_repair', label: 'Furnace repair' },
    { id: 'furnace_installation', label: 'Furnace installation', aliases: ['new furnace'] },
    { id: 'ac_repair', label: 'AC repair' },
    { id: 'heat_pump', label: 'Heat pumps' },
    { id: 'duct_cleaning', label: 'Duct cleaning' },
    { id: 'maintenance', label: 'Maintenance' },
  ],
})
const find = createEntityFinder(business, resolveTaxonomy(engine.taxonomies, business))
const thingsIn = (text: string) =>
  find(splitSentences(text))
    .flat()
    .filter(({ kind }) => kind === 'services')
const servicesIn = (text: string) => [...new Set(thingsIn(text).map(({ key }) => key))].toSorted()

function finds(cases: Record<string, string[]>): void {
  for (const [text, expected] of Object.entries(cases))
    assert.deepEqual(servicesIn(text), expected, text)
}

describe('Finding services by the job described', () => {
  it('A service is found by its label or alias, in upper or lower case', () => {
    finds({
      'FURNACE REPAIR was quick.': ['furnace_repair'],
      'Love our new furnace.': ['furnace_installation'],
    })
  })

  it('A service in the name of the business is none', () => {
    const sweets = BusinessFile.parse({
      name: 'Sindhi Sweets',
      taxonomy: { trade: 'bakery' },
      services: [{ id: 'sweets', label: 'Sweets' }],
    })
    const findIn = createEntityFinder(sweets, resolveTaxonomy(engine.taxonomies, sweets))
    const keysIn = (text: string) =>
      findIn(splitSentences(text))
        .flat()
        .map(({ key }) => key)
    assert.deepEqual(keysIn('Sindhi sweets is one of the finest restaurants.'), [])
    assert.deepEqual(keysIn('Their sweets are the best.'), ['sweets'])
  })

  it('A service is found by what was done to what', () => {
    finds({
      'They fixed our furnace.': ['furnace_repair'],
      'Mike had the furnace running again.': ['furnace_repair'],
      'They put in a furnace on Monday.': ['furnace_installation'],
      'The ducts got cleaned.': ['duct_cleaning'],
    })
  })

  it('A part that was replaced is a repair of the whole', () => {
    finds({
      'He replaced the ignitor.': ['furnace_repair'],
      'Capacitor swapped in ten minutes.': ['ac_repair'],
    })
  })

  it('"It" is the thing mentioned before', () => {
    finds({ 'Our furnace is old. He fixed it anyway.': ['furnace_repair'] })
  })

  it('A fault is a repair if somebody came, unless there is a new one', () => {
    finds({
      'The furnace died. They came at once.': ['furnace_repair'],
      'The furnace died.': [],
      'The furnace died. They came at once and we have a new furnace now.': [
        'furnace_installation',
      ],
    })
  })

  it('Something that was too old to fix was not repaired', () => {
    finds({ 'He said the AC was too old to fix.': [] })
  })

  it('What another company or the customer did is not found', () => {
    finds({
      'The last company fixed our furnace.': [],
      'I fixed it myself, the furnace.': [],
    })
  })

  it('What was only asked about or quoted is not found', () => {
    finds({
      'Got a quote for a heat pump.': [],
      'They tried to sell me a new furnace.': [],
    })
  })

  it('If nobody came, a service counts only if the review names it', () => {
    finds({
      'Our furnace died and nobody came.': [],
      'Booked furnace repair and nobody came.': ['furnace_repair'],
      'Booked duct cleaning, our furnace died too, and nobody came.': ['duct_cleaning'],
    })
  })

  it('The tone of a fault says nothing about the service', () => {
    const [fault] = thingsIn('The furnace died. They came at once.')
    const [job] = thingsIn('They fixed our furnace.')
    assert.deepEqual([fault!.isSymptom, job!.isSymptom], [true, undefined])
  })

  it('A check-up at the vet cleans no teeth', () => {
    const vet = BusinessFile.parse({
      name: 'Harrow Lane',
      taxonomy: { trade: 'vet' },
      services: [
        { id: 'teeth', label: 'Dental cleaning' },
        { id: 'emergency', label: 'Emergency care' },
        { id: 'surgery', label: 'Surgery' },
      ],
    })
    const findIn = createEntityFinder(vet, resolveTaxonomy(engine.taxonomies, vet))
    const keysIn = (text: string) =>
      findIn(splitSentences(text)).flatMap(found => found.map(({ key }) => key))
    assert.deepEqual(
      keysIn('My old vet did the same checkup for half. They wanted a $95 exam.'),
      [],
    )
    assert.deepEqual(keysIn('They squeezed us in on a busy day.'), [])
    assert.deepEqual(keysIn('She never once pressured us into surgery.'), [])
    assert.deepEqual(keysIn('They cleaned his teeth and pulled one tooth.'), ['teeth'])
    assert.deepEqual(keysIn('An emergency on a Sunday, and they took us.'), ['emergency'])
  })

  it('A business without services has none found', () => {
    const none = BusinessFile.parse({
      name: 'Northgate Air',
      taxonomy: { trade: 'heating_cooling' },
    })
    const findNone = createEntityFinder(none, resolveTaxonomy(engine.taxonomies, none))
    assert.deepEqual(findNone(splitSentences('They fixed our furnace.')), [[]])
  })
})

describe('The labeled sets of services and names', () => {
  it('At least nine in ten services of the labeled reviews are found, and nine in ten found are right', () => {
    const reviews = readReviews(engine.taxonomies)
    const count = (idsOf: (review: (typeof reviews)[number]) => string[]) =>
      reviews.reduce((sum, review) => sum + idsOf(review).length, 0)
    const right = count(({ services, found }) => found.filter(id => services.includes(id)))
    const recall = right / count(({ services }) => services)
    const precision = right / count(({ found }) => found)
    assert.ok(recall >= 0.9 && precision >= 0.9, `${recall}, ${precision}`)
  })

  it('At least 98 % of the people in the labeled sentences are found, and 95 % of those found are right', () => {
    const [, , , recall, precision] = measureSentences()[0]!
    assert.ok(Number(recall) >= 98 && Number(precision) >= 95, `${recall}, ${precision}`)
  })
})
