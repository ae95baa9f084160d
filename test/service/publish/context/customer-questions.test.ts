import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveTaxonomy } from '../../../../src/insights/text/resolve-taxonomy.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import type { AspectInsight } from '../../../../src/model/insights.ts'
import { listQuestions } from '../../../../src/publish/context/compose-context.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const businessWith = (taxonomy: object) => BusinessFile.parse({ name: 'Any', taxonomy })
const list = (taxonomy: object, counted: AspectInsight[]) =>
  listQuestions(engine.taxonomies, businessWith(taxonomy), counted)

/** As if reviews mentioned every aspect of the trade. */
const listAll = (taxonomy: object) =>
  list(
    taxonomy,
    resolveTaxonomy(engine.taxonomies, businessWith(taxonomy)).aspects.map(({ id }) => judged(id)),
  )

const judged = (id: string) =>
  ({ id, mention_count: 10, positive_count: 6, negative_count: 4 }) as AspectInsight

describe('What customers ask', () => {
  it('What customers ask first depends on the trade', () => {
    const first = (trade: string) => listAll({ trade })[0]
    assert.deepEqual(first('plumbing'), {
      id: 'punctuality',
      question: 'Are they on time?',
      isAboutProblems: false,
    })
    assert.equal(first('restaurant')!.question, 'How is the food?')
    assert.equal(first('law')!.question, 'How did cases turn out?')
  })

  it('What customers ask about the owner’s own aspects comes last, by label where there is no question', () => {
    const aspects = [{ id: 'log_delivery' }, { id: 'parking', question: 'Can I park?' }]
    assert.deepEqual(
      listAll({ trade: 'home', aspects })
        .slice(-2)
        .map(({ question }) => question),
      ['Log delivery', 'Can I park?'],
    )
  })

  it('Nothing is asked about an aspect that the insights do not list', () => {
    const ids = list({ trade: 'plumbing' }, [judged('pricing'), judged('punctuality')]).map(
      ({ id }) => id,
    )
    assert.deepEqual(ids, ['punctuality', 'pricing'])
    assert.deepEqual(list({ trade: 'plumbing' }, []), [])
  })

  it('What customers ask about problems is told by claims, else by follow-up, if enough reviews judge them', () => {
    const about = (counted: AspectInsight[]) =>
      list({ trade: 'movers' }, counted)
        .filter(({ isAboutProblems }) => isAboutProblems)
        .map(({ id, question }) => [id, question])
    const question = 'What happens when something goes wrong?'
    assert.deepEqual(about([judged('follow_up'), judged('claims')]), [['claims', question]])
    assert.deepEqual(about([judged('follow_up')]), [['follow_up', question]])
    assert.deepEqual(about([{ ...judged('follow_up'), mention_count: 9 }]), [])
  })
})
