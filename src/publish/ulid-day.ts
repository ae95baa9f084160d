/** The day that a ULID of ours carries in its first ten characters. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10

/** 20261115; that of the review when it was first seen, which an edit of the date does not move. */
export function ulidDay(id: string): number {
  let time = 0
  for (let place = 0; place < TIME_CHARACTERS; place++) time = time * 32 + CROCKFORD.indexOf(id[place]!)
  const day = new Date(time)
  return (day.getUTCFullYear() * 100 + day.getUTCMonth() + 1) * 100 + day.getUTCDate()
}
