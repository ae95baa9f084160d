import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BusinessFile } from '../../../src/model/business.ts'
import type { AspectInsight } from '../../../src/model/insights.ts'
import { listQuestions } from '../../../src/publish/context/customer-questions.ts'
import { engine } from '../../kit/snapshot-builder.ts'

const list = (taxonomy: object, counted: AspectInsight[] = []) =>
  listQuestions(engine.taxonomies, BusinessFile.parse({ name: 'Any', taxonomy }), counted)

const judged = (id: string) =>
  ({ id, mention_count: 9, positive_count: 5, negative_count: 4 }) as AspectInsight

describe('What customers ask', () => {
  it('What customers ask first depends on the trade', () => {
    const first = (trade: string) => list({ trade })[0]
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
      list({ trade: 'home', aspects })
        .slice(-2)
        .map(({ question }) => question),
      ['Log delivery', 'Can I park?'],
    )
  })

  it('What customers ask about problems is told by claims, else by follow-up, if enough reviews judge them', () => {
    const about = (counted: AspectInsight[]) =>
      list({ trade: 'movers' }, counted)
        .filter(({ isAboutProblems }) => isAboutProblems)
        .map(({ id, question }) => [id, question])
    const question = 'What happens when something goes wrong?'
    assert.deepEqual(about([judged('follow_up'), judged('claims')]), [['claims', question]])
    assert.deepEqual(about([judged('follow_up')]), [['follow_up', question]])
    assert.deepEqual(about([{ ...judged('follow_up'), mention_count: 4 }]), [])
  })
})
