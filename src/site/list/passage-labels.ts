/** Labels the passages of a review that a filter found: `Criticism: Pricing`. */
import { localeOf } from '../../locale/locale.ts'
import { MentionKind } from '../../model/insights.ts'
import type { Passage } from '../../model/search.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { kindLabel } from '../base/display-format.ts'
import { type Html, html } from '../base/markup.ts'
import { SENTIMENT_LOOKS } from '../parts/opinion-figures.ts'
import { type Filters, nameOf } from './filter-words.ts'

/** Each label once, in the order of the text; nothing for words that were searched for. */
export function renderPassageLabels(
  snapshot: Snapshot,
  passages: Passage[],
  filters: Filters,
): Html | string {
  const labels = new Map([
    ...passages.flatMap(one => labelOf(snapshot, one)),
    ...labelTag(snapshot, passages, filters),
  ])
  if (labels.size === 0) return ''
  const items = Array.from(
    labels,
    ([text, look]) => html`<span class="key ${look}"><bdi>${text}</bdi></span> `,
  )
  return html`<p class="meta">${items}</p>\n`
}

type Label = [text: string, look: string]

function labelOf(
  snapshot: Snapshot,
  { kind, id, sentiment }: Pick<Passage, 'kind' | 'id' | 'sentiment'>,
): Label[] {
  const known = MentionKind.safeParse(kind).data
  if (!known) return []
  const locale = localeOf(snapshot.locale)
  const { passage, passages } = locale.words.reviews
  const subject = nameOf(snapshot, known, id)
  if (known !== 'aspects' || !sentiment)
    return [[locale.say(passage, { kind: kindLabel(snapshot, known).one, subject }), 'named']]
  return [[locale.say(passages[sentiment], { subject }), SENTIMENT_LOOKS[sentiment]]]
}

/** A review may mention an aspect only by a tag, which is not in its text. */
function labelTag(snapshot: Snapshot, passages: Passage[], { aspect, sentiment }: Filters): Label[] {
  if (aspect === undefined || passages.some(({ kind }) => kind === 'aspects')) return []
  const found = snapshot.findName('aspects', aspect)
  if (!('id' in found)) return []
  const { words, say } = localeOf(snapshot.locale)
  const labels = labelOf(snapshot, { kind: 'aspects', id: found.id, sentiment: sentiment ?? null })
  return labels.map(([label, look]) => [say(words.reviews.tagged, { label }), look])
}
