import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainReview } from '../../../../src/actions/explain-review.ts'
import { describeExplained } from '../../../../src/cli/insights/describe-explanation.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import type { ReviewRecord } from '../../../../src/model/record.ts'
import type { Tag } from '../../../../src/model/review.ts'

const plumber = BusinessFile.parse({ name: 'Test & Sons Plumbing', category: 'Plumber' })
const TAGS: Tag[] = [
  { label: 'Punctuality', sentiment: 'positive' },
  { label: 'Value', sentiment: 'negative' },
  { label: 'Parking', sentiment: 'positive' },
]

const recordOf = (text: string | null, tags: Tag[]): ReviewRecord => ({
  id: '01HWTESTREVEWAAAAAAAAAAAAA',
  source: 'google',
  source_key: 'a',
  revision: 1,
  updated_at: '2024-05-01T10:00:00Z',
  content: {
    author: 'Ada M.',
    rating: 4,
    date: '2024-05-01',
    text,
    owner_reply: null,
    incentive: null,
  },
  own_reply: null,
  particulars: {
    author_avatar_url: null,
    source_url: null,
    language: 'en',
    verification: null,
    basis: 'export',
    source_updated_at: null,
    date_precision: 'day',
    translation: null,
    tags,
    photos: [],
    sub_ratings: {},
  },
})

async function explain(text: string | null, tags: Tag[]) {
  const record = recordOf(text, tags)
  const data = await explainReview(plumber, [record], record.id)
  const described = describeExplained(data, { width: 100, paint: (_, line) => line })
  return { data, paragraphs: described.trimEnd().split('\n\n') }
}

describe('firsthand insights --explain of a review with tags', () => {
  it('The command insights --explain shows tags apart from the text, with what each counts for', async () => {
    const { data, paragraphs } = await explain('They came on time.', TAGS)
    assert.equal(
      paragraphs.at(-1),
      [
        'Tags from the source:',
        '  Positive: Punctuality',
        '    not counted: the text itself mentions Punctuality',
        '  Negative: Value',
        '    counts for Pricing as negative',
        '  Positive: Parking',
        '    matches no aspect of the taxonomy',
      ].join('\n'),
    )
    assert.match(paragraphs.at(-2)!, /^They came on time\.\n {2}Punctuality: positive, /)
    assert.deepEqual(
      data.tags.map(({ label, aspect }) => [label, aspect]),
      [
        ['Punctuality', 'punctuality'],
        ['Value', 'pricing'],
        ['Parking', null],
      ],
    )
  })

  it('The command insights --explain says that the tags of a review without text count', async () => {
    const { paragraphs } = await explain(null, TAGS)
    assert.equal(paragraphs[1], 'The review has no text: only its rating and tags count.')
    assert.match(
      paragraphs[2]!,
      /^ {2}Positive: Punctuality\n {4}counts for Punctuality as positive$/m,
    )
  })

  it('The command insights --explain does not mention tags if there are none', async () => {
    const { paragraphs } = await explain(null, [])
    assert.deepEqual(paragraphs.slice(1), ['The review has no text: only its rating counts.'])
  })
})
