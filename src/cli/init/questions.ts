/** Asks the owner questions on a terminal, one line each. */
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../base/result.ts'

export interface Question {
  /** As the owner reads it. */
  text: string
  /** The flag that answers it. */
  flag: string
  /** The answer to an empty line; without one, an answer is required. */
  usual?: string | undefined
  /** What is wrong with an answer; null if nothing. */
  check?(answer: string): string | null
}

export type Asker = ReturnType<typeof createAsker>

/** Unless somebody is there, nothing is asked: a missing answer is an error that names its flag. `yes` takes the usual answer to everything. */
export function createAsker(
  stdin: NodeJS.ReadStream,
  output: NodeJS.WritableStream,
  { canAsk, yes }: { canAsk: boolean; yes: boolean },
) {
  // Not readline's terminal mode: the terminal itself echoes, edits, and ends the program on Ctrl-C.
  const lines = canAsk && !yes ? createInterface({ input: stdin, terminal: false }) : null
  const iterator = lines?.[Symbol.asyncIterator]()

  async function read({ text, usual }: Question): Promise<string> {
    output.write(`${text}${usual ? ` [${usual}]` : ''} `)
    const { value, done } = await iterator!.next()
    if (done) {
      output.write('\n')
      throw new UsageError(
        'The input ended before every question was answered. Nothing was written.',
      )
    }
    return (value as string).trim() || (usual ?? '')
  }

  return {
    /** Whether somebody answers; otherwise flags and the usual answers count. */
    canAsk: iterator !== undefined,
    async ask(question: Question): Promise<string> {
      const { flag, usual, check = () => null } = question
      if (!iterator) {
        if (yes && usual !== undefined) return usual
        const also = usual === undefined ? '' : ', or --yes for the usual answers'
        throw new UsageError(
          `${flag} is missing, and this is not a terminal to ask on. Add ${flag}${also}.`,
        )
      }
      for (;;) {
        const answer = await read(question)
        const problem =
          answer === '' && usual === undefined ? 'Please answer this one.' : check(answer)
        if (problem === null) return answer
        output.write(`${problem}\n`)
      }
    },
    close: () => lines?.close(),
  }
}
