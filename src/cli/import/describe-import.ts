/** The progress and the report of an import, for people. */
import type { ImportObserver } from '../../actions/import/import-batch.ts'
import {
  type ImportReport,
  listSkipped,
  MOST_EXAMPLES,
  namesOfUnread,
  type ReviewExample,
} from '../../actions/import/import-report.ts'
import { PROGRAM } from '../../actions/shell-command.ts'
import { explainHidden } from '../../actions/visibility.ts'
import type { CompleteReport, MergeReport } from '../../ingest/merge/merge-rows.ts'
import commandWords from '../base/command-words.json' with { type: 'json' }
import { countOf, createProgress, previewReview } from '../base/screen.ts'

/** Shows how an import goes, and why rows are rejected. */
export function createImportObserver(stderr: NodeJS.WriteStream): ImportObserver {
  let clearProgress = () => {}
  return {
    begin(stage, file, total) {
      const { update, clear } = createProgress(
        stderr,
        stage === 'reading' ? `${file}: reading` : file,
      )
      clearProgress = clear
      return { update: done => update(done, total), end: clear }
    },
    onProblem({ file, input, row, field, message }) {
      clearProgress()
      const location = input === file ? file : `${file}: ${input}`
      stderr.write(`${location}: row ${row}${field === 'row' ? '' : `, ${field}`}: ${message}\n`)
    },
    onMoreProblems: (file, count) => void stderr.write(`${file}: and ${count} more problems\n`),
  }
}

/** One line per file, then what concerns all of them, except what `firsthand init` asks next. */
export function describeImport(
  report: ImportReport,
  businessFile: string,
  asksNext = false,
): string {
  const { files, complete, likelyDuplicates, clockBehind } = report
  const hidden = report.hidden.filter(({ reason }) => !(asksNext && reason === 'no_rule'))
  const lines = files.flatMap(file => [
    describeReport(file, file, file.rejected),
    ...describeInputs(file),
  ])
  lines.push(...report.totals.flatMap(describeTotals))
  lines.push(...report.notableEdits.map(describeEdit))
  if (complete) lines.push(describeAbsent(complete, report))
  for (const group of hidden) {
    const { because, remedy } = explainHidden(group, businessFile)
    lines.push(`kept but not shown: ${group.count}, because ${because}. ${remedy}\n`)
  }
  if (likelyDuplicates.count > 0) lines.push(describeDuplicates(likelyDuplicates))
  if (clockBehind)
    lines.push(
      `clock: this machine's clock is behind the last entry of the log (${clockBehind}), so new entries have that time. Set the clock.\n`,
    )
  return lines.join('')
}

/** `more` are further counts of the command. */
export function describeReport(
  { name, format }: { name: string; format: string },
  { added, edited, unchanged, duplicate, returned, erased }: MergeReport,
  rejected: number,
  more: string[] = [],
): string {
  const rare = [
    returned > 0 && `${returned} shown again`,
    erased > 0 && `${erased} skipped because they were erased`,
  ].filter(count => count !== false)
  const counts = [
    `${added} added`,
    `${edited} edited`,
    `${unchanged} unchanged`,
    `${duplicate} duplicate`,
    `${rejected} rejected`,
    ...rare,
    ...more,
  ]
  return `${name} (${format}): ${counts.join(', ')}\n`
}

/** Every file of a folder, zip or workbook with what became of it. */
function describeInputs(file: ImportReport['files'][number]): string[] {
  const { name, inputs, skipped } = file
  if (skipped.length === 0 && inputs.every(input => input.name === name)) return []
  const { listed, more } = listSkipped(file)
  return [
    ...inputs.map(input => `  ${input.name}: ${countOf(input.rows, 'row')} (${input.format})\n`),
    ...listed.map(one => `  ${one.name}: not imported, because it ${one.reason}\n`),
    ...(more > 0 ? [`  and ${countOf(more, 'more file')} not imported\n`] : []),
  ]
}

const describeEdit = ({ id, author, stars }: ImportReport['notableEdits'][number]) =>
  stars
    ? `edited: the stars of ${author} change from ${stars.from} to ${stars.to} (${id}). The page of the review says so.\n`
    : `edited: most of the text of ${author} is replaced (${id}).\n`

/** A file that holds fewer reviews than its source has is a selection, whoever made it. */
function describeTotals({
  name,
  rows,
  stated,
  contradicted,
}: ImportReport['totals'][number]): string[] {
  return [
    ...stated.map(({ source, review_count }) =>
      review_count > rows
        ? `${name}: says that ${source} has ${review_count} reviews, and holds ${rows} of them. The page will say so.\n`
        : `${name}: says that ${source} has ${review_count} reviews.\n`,
    ),
    ...contradicted.map(
      source => `${name}: gives different totals for ${source}, so none of them is published.\n`,
    ),
  ]
}

/** The stored review stays: links to it may exist. */
function describeDuplicates({ count, examples }: ImportReport['likelyDuplicates']): string {
  const commands = examples.map(
    ({ stored, added }) => `  ${PROGRAM} merge ${stored.id} ${added.id}\n`,
  )
  return `likely duplicates: ${count}. Compare the two reviews; if they are one, hide the second:\n${commands.join('')}`
}

const UNCERTAIN =
  'complete: no review was marked as missing because some rows were rejected. Fix those rows or remove them from the file.\n'

const REMEDY = 'Import by name the files that list all your reviews.'

/** A review that stands in none of the files that were read may stand in one of the others. */
function describeUnread(files: ImportReport['files']): string {
  const names = namesOfUnread(files)
  if (names === '') return ''
  const why = `it may stand in a file that was not imported: ${names}`
  return `complete: no review was marked as missing because ${why}. ${REMEDY}\n`
}

type Absent = CompleteReport | 'uncertain'

function describeAbsent(complete: Absent, { files, rejected }: ImportReport): string {
  if (complete === 'uncertain') return (rejected > 0 ? UNCERTAIN : '') + describeUnread(files)
  const { gone, missing } = complete
  const waiting =
    missing === 0
      ? ''
      : `, ${missing} missing for the first time (removed if the next complete import lacks them too, or now with --confirm)`
  return `complete: ${gone} gone at the source${waiting}\n`
}

type ExampleKind = keyof ImportReport['examples']

/** A few reviews of each kind, so that the owner of the file sees what the counts mean. */
export function describeExamples({ examples, hidden }: ImportReport, width: number): string {
  const groups = [
    ...Object.entries(commandWords.imported).map(
      ([kind, heading]) => [heading, examples[kind as ExampleKind]] as const,
    ),
    ['not shown', hidden.flatMap(group => group.examples).slice(0, MOST_EXAMPLES)] as const,
  ]
  return groups
    .filter(([, reviews]) => reviews.length > 0)
    .map(
      ([heading, reviews]) =>
        `for example, ${heading}:\n${reviews.map(one => block(one, width)).join('')}`,
    )
    .join('')
}

const block = ({ source, content }: ReviewExample, width: number) =>
  previewReview({ source, ...content }, width - INDENT.length)
    .map(line => `${INDENT}${line}\n`)
    .join('')

const INDENT = '  '
