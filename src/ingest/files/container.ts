/** Which kind of text holds the reviews, judged by its beginning: file names prove nothing. */
import { FileProblem, NoReviews } from '../values/file-problem.ts'
import { looksLikeJsonLines } from './json-records.ts'

export type Container = 'json' | 'json-lines' | 'html' | 'table'

export function containerOf(head: string): Container {
  const text = head.trimStart()
  if (text === '') throw new NoReviews('is empty')
  // UTF-16 without a byte order mark decodes as UTF-8, with every other character a zero.
  if (text.includes('\0')) throw new FileProblem('is not text in UTF-8.')
  if (text.startsWith('<')) return 'html'
  if (text.startsWith('{') || text.startsWith('[')) return looksLikeJsonLines(text) ? 'json-lines' : 'json'
  return 'table'
}
