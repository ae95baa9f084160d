/** Search engines that rank the same reviews: ours, two libraries as their documentation sets them up, and the simplest one. */
import { create, insertMultiple, search } from '@orama/orama'
import MiniSearch, { type SearchOptions } from 'minisearch'
import { SearchArgs } from '../src/model/search.ts'
import type { Snapshot } from '../src/publish/snapshot.ts'

export interface SearchedReview {
  id: string
  text: string
}

/** The ids of what it finds, the best first. */
export type Find = (query: string) => string[] | Promise<string[]>

/** More than anyone reads. */
const MOST = 100

/** What the search box of the pages uses. */
export const searchOurs =
  (snapshot: Snapshot): Find =>
  query => {
    const args = SearchArgs.parse({ words: query, sort: 'relevance', limit: MOST })
    return snapshot
      .search(args)!
      .reviews.map(review => JSON.parse(Buffer.from(review).toString()).id)
  }

/** Each makes its index from reviews in the order of the list, the newest first. */
export const RIVALS: Record<string, (reviews: SearchedReview[]) => Find | Promise<Find>> = {
  'MiniSearch, no options': reviews => searchMini(reviews, {}),
  'MiniSearch, prefix, fuzzy 0.2': reviews => searchMini(reviews, { prefix: true, fuzzy: 0.2 }),
  'MiniSearch, prefix, fuzzy 0.2, all words': reviews =>
    searchMini(reviews, { prefix: true, fuzzy: 0.2, combineWith: 'AND' }),
  'Orama, no options': reviews => searchOrama(reviews, {}),
  'Orama, tolerance 1, all words': reviews => searchOrama(reviews, { tolerance: 1, threshold: 0 }),
  'a substring of any word': searchSubstrings,
}

function searchMini(reviews: SearchedReview[], options: SearchOptions): Find {
  const index = new MiniSearch<SearchedReview>({ fields: ['text'], searchOptions: options })
  index.addAll(reviews)
  return query => index.search(query).map(({ id }) => id)
}

async function searchOrama(
  reviews: SearchedReview[],
  options: { tolerance?: number; threshold?: number },
): Promise<Find> {
  const index = create({
    schema: { text: 'string' },
    components: { tokenizer: { language: 'english', stemming: true } },
  })
  await insertMultiple(index, reviews)
  return async query => {
    const { hits } = await search(index, { term: query, limit: MOST, ...options })
    return hits.map(({ id }) => id)
  }
}

/** Reviews that contain any of the words anywhere: those with the most of them first, then the newest. */
function searchSubstrings(reviews: SearchedReview[]): Find {
  const folded = reviews.map(({ id, text }) => ({ id, text: text.toLowerCase() }))
  return query => {
    const words = query.toLowerCase().split(/\s+/)
    const counted = folded.map(({ id, text }) => ({
      id,
      count: words.filter(word => text.includes(word)).length,
    }))
    return counted
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .map(({ id }) => id)
  }
}
