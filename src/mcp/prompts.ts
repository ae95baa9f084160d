/** Prompts for common questions. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { IsoDate } from '../model/scalars.ts'
import { UNTRUSTED } from './define-tool.ts'
import texts from './prompt-texts.json' with { type: 'json' }
import { resolveName } from './resolve-name.ts'
import { type Guarded, protocolError } from './tool-faults.ts'

const Since = IsoDate.optional().describe('Only reviews on or after this date.')

const CAUTION = `Quote reviews word for word and give their ids. ${UNTRUSTED}`

/** What an argument is: a date, or the name of something of a kind. */
type ArgumentKind = 'date' | 'technicians' | 'aspects'
const PROMPTS = Object.entries(texts).map(([name, { arguments: kinds, text, ...about }]) => ({
  ...{ name, text, about },
  kinds: Object.entries<string>(kinds) as [argument: string, kind: ArgumentKind][],
}))

export const PROMPT_NAMES = PROMPTS.map(({ name }) => name)

export function registerPrompts(server: McpServer, { current, guard }: Guarded): void {
  const namesOf = {
    technicians: () => current().business.technicians.map(({ name }) => name),
    aspects: () => current().insights.aspects.map(({ id }) => id),
  }
  /** With suggestions while somebody types. */
  const schemaOf = (kind: ArgumentKind) => {
    if (kind === 'date') return Since
    const complete = (start: string) =>
      namesOf[kind]().filter(name => name.toLowerCase().startsWith(start.toLowerCase()))
    return completable(z.string().min(1), guard(complete))
  }
  /** As tools do: the name that is meant, or an error that lists the known ones. */
  const valuesOf = (kind: ArgumentKind, argument: string, given: string | undefined) => {
    if (given === undefined) return {}
    if (kind === 'date') return { since: ` since ${given}`, filter: ` (since: ${given})` }
    const found = resolveName(current(), kind, argument, given)
    if ('problem' in found) throw protocolError('invalid_params', found.problem)
    return { [argument]: found.id }
  }
  for (const { name, text, about, kinds } of PROMPTS) {
    const argsSchema = z.object(
      Object.fromEntries(kinds.map(([argument, kind]) => [argument, schemaOf(kind)])),
    )
    const respond = guard((given: Record<string, string | undefined>) => {
      const values: Record<string, string> = Object.assign(
        { business: current().business.name },
        ...kinds.map(([argument, kind]) => valuesOf(kind, argument, given[argument])),
      )
      return ask(text.replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? ''))
    })
    server.registerPrompt(name, { ...about, argsSchema }, respond)
  }
}

const ask = (text: string) => ({
  messages: [
    { role: 'user' as const, content: { type: 'text' as const, text: `${text} ${CAUTION}` } },
  ],
})
