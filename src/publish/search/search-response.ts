/** The response to a search, for HTTP and MCP alike. */
export interface SearchHits {
  matched: number
  reviews: Uint8Array[]
  nextCursor: string | null
}

const [COMMA, END] = [Buffer.from(','), Buffer.from(']')]

/** Reviews are prebuilt bytes: only what surrounds them is rendered. */
export function renderSearchResponse({ matched, reviews, nextCursor }: SearchHits): Uint8Array {
  const head = Buffer.from(`{"matched":${matched},"returned":${reviews.length},"reviews":[`)
  const list = reviews.flatMap((review, index) => (index === 0 ? [review] : [COMMA, review]))
  const tail = Buffer.from(`,"next_cursor":${JSON.stringify(nextCursor)}}`)
  return Buffer.concat([head, ...list, END, tail])
}
