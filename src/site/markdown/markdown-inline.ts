/** One run of text in Markdown: words, emphasis, links and code, with nothing in the words that Markdown could take for its own. */

/** Two signs for emphasis, because `***` can be read in several ways. */
export type Mark = '**' | '_' | '['

type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'open'; mark: Mark; url: string }
  | { kind: 'close'; mark: Mark }

export type Inline = ReturnType<typeof createInline>

/** Those that collapse in HTML, and those that some reader of Markdown might take for the end of a line. */
const SPACE = '[\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029]'
/** All but a single blank, which may stay. */
const SPACES = new RegExp(`(?:${SPACE}| (?=${SPACE}| ))(?:${SPACE}| )*`, 'g')

export function createInline() {
  let pieces: Piece[] = []
  let hasSpace = false

  /** Puts the space before an opening mark, because `** a**` is not emphasis; none at the start of a line. */
  function putSpace(): void {
    hasSpace = false
    let place = pieces.length
    while (pieces[place - 1]?.kind === 'open') place--
    const before = pieces[place - 1]
    if (before && before.kind !== 'break') pieces.splice(place, 0, { kind: 'text', text: ' ' })
  }

  function put(piece: Piece): void {
    if (hasSpace) putSpace()
    pieces.push(piece)
  }

  return {
    /** White space counts as in HTML: many are one, and none at the edges. */
    text(text: string): void {
      const collapsed = text.replace(SPACES, ' ')
      if (collapsed.startsWith(' ')) hasSpace = true
      const words = collapsed.replace(/^ | $/g, '')
      if (words === '') return
      put({ kind: 'text', text: words })
      hasSpace = collapsed.endsWith(' ')
    },
    code(text: string): void {
      const words = text.replace(SPACES, ' ').trim()
      if (words !== '') put({ kind: 'code', text: words })
    },
    break(): void {
      hasSpace = false
      pieces.push({ kind: 'break' })
    },
    open(mark: Mark, url = ''): void {
      put({ kind: 'open', mark, url })
    },
    close(mark: Mark): void {
      pieces.push({ kind: 'close', mark })
    },
    /** All that came since it was last asked; '' where that is nothing. `isLine` where a line break has no place. */
    take(isLine: boolean): string {
      hasSpace = false
      if (pieces.length === 0) return ''
      const run = dropUnread(dropEmpty(pieces))
      pieces = []
      return trimEdges(write(run, isLine ? ' ' : LINE_BREAK))
    },
  }
}

const LINE_BREAK = '\\\n'

/**
 * Without spaces of all kinds and line breaks that have nothing before or after them. A pattern that ends with `$` would begin
 * anew at each of them: a text of nothing else would take seconds.
 */
function trimEdges(text: string): string {
  let end = text.length
  while (end > 0 && /\s/.test(text[end - 1]!)) end -= text.startsWith(LINE_BREAK, end - 2) ? 2 : 1
  return text.slice(0, end).replace(/^(?:\s|\\\n)+/, '')
}

type Pair = { mark: Mark; from: number; to: number }

/** Without what opens and never closes, marks nothing, or stands within its like. */
const dropEmpty = (pieces: Piece[]) =>
  keepPairs(pieces, ({ from, to }) => hasWords(pieces, from, to))

/** Without emphasis that would be none where it stands; and without it, other emphasis may not be any. */
function dropUnread(pieces: Piece[]): Piece[] {
  const joined = joinMarked(pieces)
  const left = keepPairs(joined, pair => pair.mark === '[' || isEmphasis(joined, pair))
  return left.length === pieces.length ? left : dropUnread(left)
}

function keepPairs(pieces: Piece[], isKept: (pair: Pair) => boolean): Piece[] {
  const pairs = findPairs(pieces).filter(isKept)
  const kept = new Set(pairs.flatMap(({ from, to }) => [from, to]))
  return pieces.filter(
    ({ kind }, place) => (kind !== 'open' && kind !== 'close') || kept.has(place),
  )
}

function findPairs(pieces: Piece[]): Pair[] {
  const pairs: Pair[] = []
  const open: Omit<Pair, 'to'>[] = []
  for (const [place, piece] of pieces.entries()) {
    if (piece.kind === 'open') open.push({ mark: piece.mark, from: place })
    if (piece.kind !== 'close') continue
    const start = open.findLastIndex(({ mark }) => mark === piece.mark)
    if (start === -1) continue
    const [pair] = open.splice(start)
    if (!open.some(({ mark }) => mark === piece.mark)) pairs.push({ ...pair!, to: place })
  }
  return pairs
}

const hasWords = (pieces: Piece[], from: number, to: number) =>
  pieces.slice(from, to).some(({ kind }) => kind === 'text' || kind === 'code')

/** CommonMark §6.2: what opens must be left-flanking, and what closes right-flanking. A `_` must not stand within a word. */
function isEmphasis(pieces: Piece[], { mark, from, to }: Pair): boolean {
  const canStand = (outside: string, inside: string) =>
    !/\s/u.test(inside) &&
    (/[\s\p{P}]/u.test(outside) || (mark === '**' && !/[\p{P}\p{S}]/u.test(inside)))
  return (
    canStand(neighbour(pieces, from, -1), neighbour(pieces, from, 1)) &&
    canStand(neighbour(pieces, to, 1), neighbour(pieces, to, -1))
  )
}

/** The character before or after a mark. */
function neighbour(pieces: Piece[], place: number, step: 1 | -1): string {
  const piece = pieces[place + step]
  if (!piece || piece.kind === 'break') return ' '
  if (piece.kind === 'text')
    return (step === 1 ? [...piece.text.slice(0, 2)][0] : [...piece.text.slice(-2)].at(-1))!
  return piece.kind === 'code' ? '`' : piece.mark[0]!
}

/** What ends and begins again at once goes on: `**a****b**` would not be read that way. */
const joinMarked = (pieces: Piece[]) =>
  pieces.filter(
    (_, place) =>
      !goesOn(pieces[place], pieces[place + 1]) && !goesOn(pieces[place - 1], pieces[place]),
  )

const goesOn = (piece: Piece | undefined, next: Piece | undefined) =>
  piece?.kind === 'close' && next?.kind === 'open' && piece.mark === next.mark && piece.mark !== '['

function write(pieces: Piece[], lineBreak: string): string {
  const urls: string[] = []
  let written = ''
  let words = ''
  const flush = () => {
    if (words === '') return
    written += escapeText(words.replace(/ {2,}/g, ' '), urls.length > 0)
    words = ''
  }
  for (const [place, piece] of pieces.entries()) {
    if (piece.kind === 'text') {
      words += piece.text
      continue
    }
    flush()
    if (piece.kind === 'break') written += lineBreak
    else if (piece.kind === 'code')
      written += (pieces[place - 1]?.kind === 'code' ? ' ' : '') + codeSpan(piece.text)
    else if (piece.mark !== '[') written += piece.mark
    else if (piece.kind === 'open') {
      urls.push(piece.url)
      written = `${written.replace(/!$/, '\\!')}[`
    } else written += `](${urls.pop()})`
  }
  flush()
  return written
}

/**
 * What could begin or end something within a line: code, emphasis, links, images, HTML, cells of a table, entities; and the
 * addresses of which GitHub's dialect makes links by itself.
 */
const SIGNS =
  /[\\`*[\]<|~]|(?<![a-z\d])_|_(?![a-z\d])|&(?=#?\w+;)|:(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=[\w.-])/gi

const ESCAPED_BRACKET = /\\[[\]]/g

/** Within a link some readers of Markdown take an escaped bracket for a bracket. */
export function escapeText(text: string, isInLink: boolean): string {
  const escaped = text.replace(SIGNS, '\\$&')
  return isInLink ? escaped.replace(ESCAPED_BRACKET, sign => `&#${sign.charCodeAt(1)};`) : escaped
}

/** What could begin something at the start of a line: a heading or its underline, a list, a quotation, the second row of a table. */
const LINE_START =
  /^( *(?:\d{1,9}(?=[.)](?:\s|$)))?)(#(?=#{0,5}(?:\s|$))|[-+](?=\s|$)|-(?=[-:])|=(?==*\s*$)|>|:(?=-)|(?<=\d)[.)])/gm

export const escapeLineStarts = (text: string) => text.replace(LINE_START, '$1\\$2')

/** Code within a line, between more backticks than stand together in it. */
export function codeSpan(code: string): string {
  const runs = code.match(/`+/g) ?? []
  const ticks = '`'.repeat(1 + Math.max(0, ...runs.map(run => run.length)))
  const padding = /^`|`$/.test(code) ? ' ' : ''
  return ticks + padding + code + padding + ticks
}
