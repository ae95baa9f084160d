/** Opens the records of an input file, whatever kind of text holds them. */
import type { Sample, Shape, StatedTotal } from '../formats/format.ts'
import { EmptyFile, FileProblem, NoReviews } from '../values/file-problem.ts'
import { isObject, parseJson } from '../values/parse-json.ts'
import type { Encoding } from './decode.ts'
import {
  type FileRecord,
  type InputFile,
  type OnBytes,
  type OpenText,
  openText,
} from './input-file.ts'
import {
  linesOf,
  linkedDataOf,
  looksLikeJsonLines,
  recordsOf,
  recordsOfLine,
  reviewNodes,
} from './json-records.ts'
import { firstRowsOf, layoutOf, tableRecords } from './table.ts'

export interface Records {
  shape: Shape
  /** The first records, or the header of a table: the format is recognized by them. */
  samples: Sample[]
  business?: unknown
  total?: StatedTotal
  encoding: Encoding
  records: Iterable<FileRecord> | AsyncIterable<FileRecord>
}

/** Tables and JSON lines are read while their records are consumed, the others at once. */
export async function openRecords(input: InputFile, onBytes: OnBytes = () => {}): Promise<Records> {
  const text = await openText(input)
  return { ...(await openContainer(text, input, onBytes)), encoding: text.encoding }
}

type Contained = Omit<Records, 'encoding'>

/** Which kind of text holds the reviews is judged by its beginning: file names prove nothing. */
async function openContainer(
  text: OpenText,
  input: InputFile,
  onBytes: OnBytes,
): Promise<Contained> {
  const head = text.head.trimStart()
  if (head === '') throw new EmptyFile('is empty')
  // UTF-16 without a byte order mark decodes as UTF-8, with every other character a zero.
  if (head.includes('\0')) throw new FileProblem('is not text in UTF-8.')
  if (head.startsWith('<')) return openPage(await wholeText(text, input, onBytes))
  if (!/^[{[]/.test(head)) return openTable(text, onBytes)
  if (looksLikeJsonLines(head)) return openLines(text, onBytes)
  return openDocument(await wholeText(text, input, onBytes))
}

function openTable({ head, text }: OpenText, onBytes: OnBytes): Contained {
  const layout = layoutOf(head)
  const fields = new Set(layout.columns.filter(name => name !== ''))
  return {
    shape: 'table',
    samples: firstRowsOf(head, layout, SAMPLES).map(first => ({ shape: 'table', fields, first })),
    records: tableRecords(text(onBytes), layout),
  }
}

function openLines({ head, text }: OpenText, onBytes: OnBytes): Contained {
  const first = head.trim().split('\n', SAMPLES)
  return {
    shape: 'json',
    samples: samplesOf(first.flatMap(line => recordsOfLine(line) ?? [])),
    records: lineRecords(text(onBytes)),
  }
}

function openDocument(text: string): Contained {
  const { records, places, ...rest } = recordsOf(parseJson(text))
  return { ...rest, shape: 'json', samples: samplesOf(records), records: numbered(records, places) }
}

function openPage(html: string): Contained {
  const records = linkedDataOf(html).flatMap(document => reviewNodes(document))
  if (records.length === 0)
    throw new NoReviews('is a web page without reviews in JSON-LD (schema.org).')
  return { shape: 'json', samples: samplesOf(records), records: numbered(records) }
}

/** One review without some fields must not hide the format of them all. */
const SAMPLES = 20

const samplesOf = (records: unknown[]): Sample[] =>
  records
    .slice(0, SAMPLES)
    .filter(isObject)
    .map(first => ({ shape: 'json', fields: new Set(Object.keys(first)), first }))

const numbered = (records: unknown[], places?: string[]): Iterable<FileRecord> =>
  records.values().map((value, index) => ({ row: index + 1, value, location: places?.[index] }))

async function* lineRecords(texts: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let row = 0
  for await (const { number, line } of linesOf(texts)) {
    if (line.trim() === '') continue
    const records = recordsOfLine(line)
    if (!records) yield { row: ++row, fault: `line ${number}: is not valid JSON` }
    for (const value of records ?? []) yield { row: ++row, value }
  }
}

/** A parsed document takes several times its size in memory. */
const LARGEST_DOCUMENT = 256 << 20

async function wholeText({ text }: OpenText, input: InputFile, onBytes: OnBytes): Promise<string> {
  if (input.size > LARGEST_DOCUMENT)
    throw new FileProblem(
      'is larger than 256 MiB. So many reviews can only be read as CSV or JSON lines.',
    )
  return (await Array.fromAsync(text(onBytes))).join('')
}
