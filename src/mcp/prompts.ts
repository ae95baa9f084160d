/** Prompts for common questions. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { MentionKind } from '../model/insights.ts'
import { IsoDate } from '../model/scalars.ts'
import { UNTRUSTED } from './define-tool.ts'
import texts from './prompt-texts.json' with { type: 'json' }
import { resolveName } from './resolve-name.ts'
import { type Guarded, protocolError } from './tool-faults.ts'

const Since = IsoDate.optional().describe('Only reviews on or after this date.')
/** With suggestions while somebody types. */
const suggested = (complete: (start: string) => string[]) => completable(z.string().min(1), complete)

const CAUTION = `Quote reviews word for word and give their ids. ${UNTRUSTED}`

export const PROMPT_NAMES = Object.keys(texts)

export function registerPrompts(server: McpServer, { current, guard }: Guarded): void {
  const complete = (names: () => string[]) =>
    guard((start: string) => names().filter(name => name.toLowerCase().startsWith(start.toLowerCase())))
  const technicians = complete(() => current().business.technicians.map(({ name }) => name))
  const aspects = complete(() => current().insights.aspects.map(({ id }) => id))
  /** As tools do: the name that is meant, or an error that lists the known ones. */
  const idOf = (kind: MentionKind, argument: string, name: string) => {
    const found = resolveName(current(), kind, argument, name)
    if ('problem' in found) throw protocolError('invalid_params', found.problem)
    return found.id
  }

  server.registerPrompt(
    'summarize_reviews',
    { ...texts.summarize_reviews, argsSchema: z.object({ since: Since }) },
    guard(({ since }: { since?: string | undefined }) =>
      ask(
        `Summarize what customers say about ${current().business.name}${since ? ` since ${since}` : ''}. Start with get_insights_summary, ` +
          `then read both good and bad reviews with search_reviews${since ? ` (since: ${since})` : ''}. Say what customers like, what they dislike, and what has changed over time.`,
      ),
    ),
  )
  server.registerPrompt(
    'technician_report',
    { ...texts.technician_report, argsSchema: z.object({ technician: suggested(technicians) }) },
    guard(({ technician }: { technician: string }) =>
      ask(
        `Report what reviews of ${current().business.name} say about ${idOf('technicians', 'technician', technician)}: use get_technician, then search_reviews with ` +
          'mentions_technician. Cover strengths, complaints and the trend. A review that mentions someone is not always about their work.',
      ),
    ),
  )
  server.registerPrompt(
    'compare_aspects',
    {
      ...texts.compare_aspects,
      argsSchema: z.object({ first: suggested(aspects), second: suggested(aspects) }),
    },
    guard(({ first, second }: { first: string; second: string }) =>
      ask(
        `Compare what customers of ${current().business.name} think of "${idOf('aspects', 'first', first)}" and "${idOf('aspects', 'second', second)}": ` +
          'use get_aspect_sentiment for each, then search_reviews with aspect and sentiment. Say which one they like better, and how certain the numbers make you.',
      ),
    ),
  )
}

const ask = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `${text} ${CAUTION}` } }],
})
