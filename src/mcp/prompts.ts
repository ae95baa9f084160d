/** Prompts for common questions. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { MentionKind } from '../model/insights.ts'
import { IsoDate } from '../model/scalars.ts'
import { resolveName } from './resolve-name.ts'
import { type Guarded, protocolError } from './tool-faults.ts'
import { UNTRUSTED } from './untrusted.ts'

const CAUTION = `Quote reviews word for word and give their ids. ${UNTRUSTED}`

export const PROMPT_NAMES = ['summarize_reviews', 'technician_report', 'compare_aspects'] as const
const [SUMMARY, REPORT, COMPARISON] = PROMPT_NAMES

export function registerPrompts(server: McpServer, { current, guard }: Guarded): void {
  const complete = (names: string[], start: string) =>
    names.filter(name => name.toLowerCase().startsWith(start.toLowerCase()))
  const technicians = guard((start: string) =>
    complete(
      current().business.technicians.map(({ name }) => name),
      start,
    ),
  )
  const aspects = guard((start: string) =>
    complete(
      current().insights.aspects.map(({ id }) => id),
      start,
    ),
  )
  /** As tools do: the name that is meant, or an error that lists the known ones. */
  const known = (kind: MentionKind, argument: string, name: string) => {
    const found = resolveName(current(), kind, argument, name)
    if ('problem' in found) throw protocolError('invalid_params', found.problem)
    return found.id
  }

  server.registerPrompt(
    SUMMARY,
    {
      title: 'Summarize the reviews',
      description: 'What customers like and what they complain about, with evidence.',
      argsSchema: z.object({ since: IsoDate.optional().describe('Only reviews on or after this date.') }),
    },
    guard(({ since }: { since?: string | undefined }) =>
      ask(
        `Summarize what customers say about ${current().business.name}${since ? ` since ${since}` : ''}. Start with get_insights_summary, ` +
          `then read both good and bad reviews with search_reviews${since ? ` (since: ${since})` : ''}. Say what customers like, what they dislike, and what has changed over time.`,
      ),
    ),
  )
  server.registerPrompt(
    REPORT,
    {
      title: 'Report on a technician',
      description: 'What reviews say about one technician.',
      argsSchema: z.object({ technician: completable(z.string().min(1), technicians) }),
    },
    guard(({ technician }: { technician: string }) =>
      ask(
        `Report what reviews of ${current().business.name} say about ${known('technicians', 'technician', technician)}: use get_technician, then search_reviews with ` +
          'mentions_technician. Cover strengths, complaints and the trend. A review that mentions someone is not always about their work.',
      ),
    ),
  )
  server.registerPrompt(
    COMPARISON,
    {
      title: 'Compare two aspects',
      description: 'Which of two aspects of the business customers like better.',
      argsSchema: z.object({
        first: completable(z.string().min(1), aspects),
        second: completable(z.string().min(1), aspects),
      }),
    },
    guard(({ first, second }: { first: string; second: string }) =>
      ask(
        `Compare what customers of ${current().business.name} think of "${known('aspects', 'first', first)}" and "${known('aspects', 'second', second)}": ` +
          'use get_aspect_sentiment for each, then search_reviews with aspect and sentiment. Say which one they like better, and how certain the numbers make you.',
      ),
    ),
  )
}

const ask = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `${text} ${CAUTION}` } }],
})
