/** The records of a part, whatever container they lie in. */
import { containerOf } from './container.ts'
import type { Sample } from './formats/format.ts'
import { linkedDataOf } from './html.ts'
import { isObject, parseJson } from './json.ts'
import { linesOf, recordsOf, recordsOfLine, reviewNodes } from './json-records.ts'
import { type OnBytes, type Part, readHead, readText } from './part.ts'
import { FileProblem, NoReviews } from './problem.ts'
import { firstRowOf, layoutOf, tableItems } from './table.ts'

/** A record with its number, counted from 1, or why there is none. */
export type Item = { row: number; value: unknown } | { row: number; fault: string }

export interface Records {
  /** By which the format is recognised: the first records, or the header of a table. */
  samples: Sample[]
  business?: unknown
  items: Iterable<Item> | AsyncIterable<Item>
}

/** Tables and JSON lines are read while their items are taken, the others at once. */
export async function openRecords(part: Part, onBytes: OnBytes = () => {}): Promise<Records> {
  const head = await readHead(part)
  switch (containerOf(head)) {
    case 'table':
      return openTable(head, part, onBytes)
    case 'json-lines':
      return openLines(head, part, onBytes)
    case 'json':
      return openDocument(await wholeText(part, onBytes))
    case 'html':
      return openPage(await wholeText(part, onBytes))
  }
}

function openTable(head: string, part: Part, onBytes: OnBytes): Records {
  const layout = layoutOf(head)
  const fields = new Set(layout.columns.filter(name => name !== ''))
  return {
    samples: [{ shape: 'table', fields, first: firstRowOf(head, layout) }],
    items: tableItems(readText(part, onBytes), layout),
  }
}

function openLines(head: string, part: Part, onBytes: OnBytes): Records {
  const first = head.trim().split('\n', SAMPLES)
  return {
    samples: samplesOf(first.flatMap(line => recordsOfLine(line) ?? [])),
    items: lineItems(readText(part, onBytes)),
  }
}

function openDocument(text: string): Records {
  const { records, ...rest } = recordsOf(parseJson(text))
  return { ...rest, samples: samplesOf(records), items: numbered(records) }
}

function openPage(html: string): Records {
  const records = linkedDataOf(html).flatMap(document => reviewNodes(document))
  if (records.length === 0)
    throw new NoReviews('is a web page that carries no reviews as JSON-LD (schema.org).')
  return { samples: samplesOf(records), items: numbered(records) }
}

/** A review without some fields must not hide the format of all. */
const SAMPLES = 20

const samplesOf = (records: unknown[]): Sample[] =>
  records
    .slice(0, SAMPLES)
    .filter(isObject)
    .map(first => ({ shape: 'json', fields: new Set(Object.keys(first)), first }))

const numbered = (records: unknown[]): Iterable<Item> =>
  records.values().map((value, index) => ({ row: index + 1, value }))

async function* lineItems(texts: AsyncIterable<string>): AsyncGenerator<Item> {
  let row = 0
  for await (const { number, line } of linesOf(texts)) {
    if (line.trim() === '') continue
    const records = recordsOfLine(line)
    if (!records) yield { row: ++row, fault: `line ${number}: is not valid JSON` }
    for (const value of records ?? []) yield { row: ++row, value }
  }
}

/** Parsed, a document takes several times its size in memory. */
const LARGEST_DOCUMENT = 256 << 20

async function wholeText(part: Part, onBytes: OnBytes): Promise<string> {
  if (part.size > LARGEST_DOCUMENT)
    throw new FileProblem('is larger than 256 MiB: so many reviews can be read as CSV or JSON lines.')
  return (await Array.fromAsync(readText(part, onBytes))).join('')
}
