/** Guesses which columns of an unknown table hold which fields, by their names and the first values. A person confirms it. */
import { fieldValue } from '../formats/fields.ts'
import type { Sample } from '../formats/format.ts'
import type { Mapping } from '../formats/mapping.ts'
import { isPlainName } from '../values/column-names.ts'
import { readDate } from '../values/date-value.ts'
import { readRating } from '../values/rating-value.ts'

export type MappedColumns = Mapping['columns']
type Field = keyof MappedColumns

/** Words of column names in the languages of the site, the surest first. Fields are matched in this order, each column once. */
const WORDS: Partial<Record<Field, string[]>> = {
  reply_date: ['reply date, response date, replied at, owner reply date', 'antwortdatum'],
  owner_reply: [
    'owner reply, reply, response, owner response, business response',
    'antwort',
    'respuesta',
    'réponse',
  ],
  rating: [
    'rating, stars, star rating, score',
    'bewertung, sterne',
    'puntuación, calificación, valoración, estrellas',
    'note, étoiles',
  ],
  updated_at: ['updated at, last edited, modified, edited at'],
  date: [
    'date, review date, created, created at, posted, submitted, published, when, time, timestamp',
    'datum',
    'fecha',
  ],
  title: ['review title, title, headline, subject', 'titel', 'titre', 'título'],
  source_url: ['review url, url, link, permalink', 'enlace', 'lien'],
  source_id: ['review id, id, source id'],
  language: ['language, lang', 'sprache', 'idioma', 'langue'],
  location: ['location, store, branch', 'standort, filiale', 'sucursal'],
  source: ['source, site, platform, portal', 'quelle', 'fuente'],
  author: [
    'author, reviewer, reviewer name, customer, customer name, name, user, client, homeowner, who',
    'kunde, verfasser',
    'cliente, autor, nombre',
    'auteur, nom',
  ],
  text: [
    'review text, review body, text, review, comment, comments, content, body',
    'message, feedback, description, said, say',
    'bewertungstext, kommentar, rezension',
    'comentario, reseña',
    'commentaire, avis',
  ],
}

/** Returns null without a rating or a date: then the table is probably something else. */
export function guessMapping({ fields, first }: Sample): MappedColumns | null {
  const free = new Set([...fields].filter(isPlainName))
  const columns: Partial<Record<Field, string>> = {}
  for (const [field, lines] of Object.entries(WORDS) as [Field, string[]][]) {
    const words = lines.flatMap(line => line.split(', '))
    const found = bestColumn([...free], words, column => isPlausible(field, fieldValue(first, column)))
    if (found === null) continue
    columns[field] = found
    free.delete(found)
  }
  return columns.rating && columns.date ? columns : null
}

/** The whole name is surer than a part of it, and an earlier word than a later one. */
function bestColumn(names: string[], words: string[], fits: (name: string) => boolean): string | null {
  const ways: ((name: string, word: string) => boolean)[] = [
    (name, word) => name === word,
    (name, word) => ` ${name} `.includes(` ${word} `),
  ]
  for (const isMatch of ways)
    for (const word of words) {
      const found = names.find(name => isMatch(plain(name), word) && fits(name))
      if (found !== undefined) return found
    }
  return null
}

/** `ReviewDate` and `review_date` are the same two words. */
const plain = (name: string) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** An empty value proves nothing. */
function isPlausible(field: Field, value: ReturnType<typeof fieldValue>): boolean {
  if (value === undefined) return true
  // On a scale from 0 to 10, every number of stars is a rating, too.
  if (field === 'rating') return typeof readRating(value, 10, 0) === 'number'
  if (field === 'date' || field === 'reply_date' || field === 'updated_at') return isDate(value)
  return true
}

/** A date may be in either order of day and month, and relative to any day. */
const isDate = (value: ReturnType<typeof fieldValue>) =>
  (['dmy', 'mdy'] as const).some(order => 'date' in readDate(value, { order, retrievedAt: '2026-01-01' }))

/** What to add to the command: `--map rating=Score --map 'text=What they said' --source direct`. */
export function mapFlags(columns: MappedColumns, source?: string): string {
  const pairs = Object.entries(columns).map(([field, column]) => `--map ${quote(`${field}=${column}`)}`)
  if (columns.source === undefined) pairs.push(`--source ${quote(source ?? 'direct')}`)
  return pairs.join(' ')
}

const quote = (text: string) => (/^[\w./=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
