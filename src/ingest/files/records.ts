/** The records of a part, whatever container they lie in. */
import type { Sample } from '../formats/format.ts'
import { FileProblem, NoReviews } from '../values/file-problem.ts'
import { isObject, parseJson } from '../values/parse-json.ts'
import { containerOf } from './container.ts'
import type { FileRecord } from './file-record.ts'
import { linkedDataOf } from './html-linked-data.ts'
import { type InputFile, type OnBytes, readHead, readText } from './input-file.ts'
import { linesOf, recordsOf, recordsOfLine, reviewNodes } from './json-records.ts'
import { firstRowOf, layoutOf, tableRecords } from './table.ts'

export interface Records {
  /** By which the format is recognised: the first records, or the header of a table. */
  samples: Sample[]
  business?: unknown
  items: Iterable<FileRecord> | AsyncIterable<FileRecord>
}

/** Tables and JSON lines are read while their items are taken, the others at once. */
export async function openRecords(part: InputFile, onBytes: OnBytes = () => {}): Promise<Records> {
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

function openTable(head: string, part: InputFile, onBytes: OnBytes): Records {
  const layout = layoutOf(head)
  const fields = new Set(layout.columns.filter(name => name !== ''))
  return {
    samples: [{ shape: 'table', fields, first: firstRowOf(head, layout) }],
    items: tableRecords(readText(part, onBytes), layout),
  }
}

function openLines(head: string, part: InputFile, onBytes: OnBytes): Records {
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

const numbered = (records: unknown[]): Iterable<FileRecord> =>
  records.values().map((value, index) => ({ row: index + 1, value }))

async function* lineItems(texts: AsyncIterable<string>): AsyncGenerator<FileRecord> {
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

async function wholeText(part: InputFile, onBytes: OnBytes): Promise<string> {
  if (part.size > LARGEST_DOCUMENT)
    throw new FileProblem('is larger than 256 MiB: so many reviews can be read as CSV or JSON lines.')
  return (await Array.fromAsync(readText(part, onBytes))).join('')
}
