/** Separates the customer's text from what the source mixed into it: translations, tags, headlines. */
import type { Tag } from '../../model/review.ts'
import { cleanLine } from '../../model/scalars.ts'

const TRANSLATED = /^\(Translated by Google\)/m
const ORIGINAL = /^\(Original\)/m

export function splitText(text: string | null) {
  const { original, translation } = splitTranslation((text ?? '').replace(/\r\n?/g, '\n').trim())
  const [written, translated] = [takeTags(original), takeTags(translation ?? '')]
  const tags = written.tags.length > 0 ? written.tags : translated.tags
  return {
    text: written.text || null,
    translation: translated.text || null,
    tags: distinctTags(tags),
  }
}

/** Google puts both into one text, in either order. A translation without its original is left as it is. */
export function splitTranslation(text: string): { original: string; translation: string | null } {
  const [before, after] = splitAt(text, TRANSLATED)
  const [translation, original] = before === '' ? splitAt(after, ORIGINAL) : [after, before]
  return translation && original ? { original, translation } : { original: text, translation: null }
}

function splitAt(text: string, mark: RegExp): [before: string, after: string] {
  const found = mark.exec(text)
  if (!found) return [text, '']
  return [text.slice(0, found.index).trim(), text.slice(found.index + found[0].length).trim()]
}

/** What customers of service businesses can tick on Google Maps, as it appears in published reviews. */
const GOOGLE_LABELS = new Set([
  'Professionalism',
  'Punctuality',
  'Quality',
  'Responsiveness',
  'Value',
])
const HEADING = /^(Positive|Negative|Critical):?$/
const HEADED = /^(Positive|Negative|Critical):\s*(\S.*)$/
/** Google writes the services after the tags. They stay in the text, and so does an empty line. */
const MAY_FOLLOW_TAGS = /^(?:Services?:.*)?$/

function takeTags(text: string): { text: string; tags: Tag[] } {
  const lines = text.split('\n')
  const tags: Tag[][] = []
  for (let last = lines.length - 1; last >= 0; last--) {
    const found = tagsEndingAt(lines, last)
    if (!found && !MAY_FOLLOW_TAGS.test(lines[last]!.trim())) break
    if (!found) continue
    last -= found.lines - 1
    lines.splice(last, found.lines)
    if (lines[last - 1]?.trim() === '' && lines[last]?.trim() === '') lines.splice(last, 1)
    tags.push(found.tags)
  }
  return { text: tags.length > 0 ? lines.join('\n').trim() : text, tags: tags.reverse().flat() }
}

/** The heading is on the line of its labels, or on the one before. */
function tagsEndingAt(lines: string[], last: number): { tags: Tag[]; lines: number } | null {
  const line = lines[last]!.trim()
  const [, heading, headed] = HEADED.exec(line) ?? []
  const [, above] = HEADING.exec(lines[last - 1]?.trim() ?? '') ?? []
  const sentiment = sentimentOf(heading ?? above ?? '')
  if (!sentiment) return null
  const labels = (headed ?? line)
    .replace(/[.…]$/, '')
    .split(',')
    .map(label => label.trim())
  if (!labels.every(label => GOOGLE_LABELS.has(label))) return null
  return { tags: labels.map(label => ({ label, sentiment })), lines: heading ? 1 : 2 }
}

function sentimentOf(heading: string): Tag['sentiment'] | null {
  if (/^positive$/i.test(heading)) return 'positive'
  return /^(?:negative|critical)$/i.test(heading) ? 'negative' : null
}

const LONGEST_LABEL = 60
/** A row may have no more. */
const MOST_TAGS = 50

/** Reads answers such as `{ "Positive": "Quality, Value" }`. Other keys are ignored. */
export function tagsFrom(answers: unknown): Tag[] {
  const tags = Object.entries(answers ?? {}).flatMap(([key, value]) => {
    const sentiment = sentimentOf(key.trim())
    return sentiment ? labelsIn(value).map(label => ({ label, sentiment })) : []
  })
  return distinctTags(tags)
}

function labelsIn(value: unknown): string[] {
  const labels: unknown[] =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return labels
    .map(label => (typeof label === 'string' ? cleanLine(label) : ''))
    .filter(label => label !== '' && label.length <= LONGEST_LABEL)
}

export function distinctTags(tags: Tag[]): Tag[] {
  const distinct = new Map(tags.map(tag => [`${tag.sentiment} ${tag.label}`, tag]))
  return [...distinct.values()].slice(0, MOST_TAGS)
}

/** A headline that the text begins with, complete or cut short with dots, is not repeated. */
export function joinTitle(title: string | null, text: string | null): string | null {
  const [headline, body] = [title?.trim() || null, text?.trim() || null]
  if (headline === null || body === null) return headline ?? body
  return beginsWith(body, headline) ? body : `${headline}\n\n${body}`
}

function beginsWith(body: string, headline: string): boolean {
  const shown = headline.replace(/(?:\.{3}|…)$/, '').trimEnd()
  // Some sites write the headline in capitals, or end it with a full stop that the text does not have.
  const [start, line] = [cleanLine(shown).replace(/[.!]+$/, ''), cleanLine(body)].map(text =>
    text.toLowerCase(),
  ) as [string, string]
  const isCut = shown !== headline
  if (start === '') return line.startsWith(cleanLine(shown).toLowerCase())
  return line.startsWith(start) && (isCut || !/^[\p{L}\p{N}]/u.test(line.slice(start.length)))
}
