/** How the reviews lie in a text, by its beginning: the name of a file says nothing. */
import { FileProblem, NoReviews } from '../values/file-problem.ts'
import { looksLikeJsonLines } from './json-records.ts'

export type Container = 'json' | 'json-lines' | 'html' | 'table'

export function containerOf(head: string): Container {
  const text = head.trimStart()
  if (text === '') throw new NoReviews('is empty')
  // UTF-16 without its mark decodes as UTF-8, with a zero in every other place.
  if (text.includes('\0')) throw new FileProblem('is not text in UTF-8.')
  if (text.startsWith('<')) return 'html'
  if (text.startsWith('{') || text.startsWith('[')) return looksLikeJsonLines(text) ? 'json-lines' : 'json'
  return 'table'
}
