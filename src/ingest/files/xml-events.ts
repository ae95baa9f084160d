/** Reads XML piece by piece: elements by their local names, whatever prefix the writer chose. */
import { Parser } from 'htmlparser2'
import { FileProblem } from '../values/file-problem.ts'
import { textOf } from './decode.ts'
import type { InputFile } from './input-file.ts'

export interface XmlEvents {
  onOpen?(name: string, attributes: Record<string, string>): void
  onText?(text: string): void
  onClose?(name: string): void
}

/** Yields after each piece, so that the caller can consume what its events have gathered. */
export async function* parseXml(
  input: InputFile,
  { onOpen, onText, onClose }: XmlEvents,
): AsyncGenerator<void> {
  // Entities of a document type are not expanded: the parser knows only those of XML itself.
  const parser = new Parser(
    {
      onopentag: (name, attributes) => onOpen?.(localName(name), attributes),
      ontext: text => onText?.(text),
      onclosetag: name => onClose?.(localName(name)),
      onerror(error) {
        throw new FileProblem(`cannot be read (${error.message}).`)
      },
    },
    { xmlMode: true },
  )
  for await (const text of textOf(input.bytes(), 'utf-8')) {
    parser.write(text)
    yield
  }
  parser.end()
  yield
}

export async function readXml(input: InputFile, events: XmlEvents): Promise<void> {
  for await (const _ of parseXml(input, events));
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
