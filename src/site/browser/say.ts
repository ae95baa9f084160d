/** Messages in a script: the page brings their texts, in its own language. */

type Message = string | { one?: string; other: string }
export type Messages<Name extends string> = Record<Name, Message>

const language = document.documentElement.lang
const plurals = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)

/** The messages that an element brings along. */
export const messagesOf = <Name extends string>(element: HTMLElement) =>
  JSON.parse(element.dataset.words!) as Messages<Name>

/** Fills in the values of a message; `count` chooses the plural. */
export function sayIt(message: Message, values: Record<string, string | number> = {}): string {
  const template =
    typeof message === 'string'
      ? message
      : ((message as Record<string, string>)[plurals.select(Number(values.count))] ?? message.other)
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? numbers.format(value) : String(value)
  })
}
