/** What an import would do, with reasons and examples, and what the owner can say about the file. */
import {
  type HiddenReviews,
  type ImportReport,
  listSkipped,
  type ReviewExample,
} from '../../actions/import/import-report.ts'
import { explainHidden, sourceInWords } from '../../actions/visibility.ts'
import { type Html, html } from '../../site/base/markup.ts'
import {
  type Choice,
  countReviews,
  EN,
  renderDeskReview,
  renderInput,
  renderReviews,
  renderSelect,
} from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import { COLUMN_FIELDS, type ImportChoices } from './import-choices.ts'

type Counted = keyof typeof deskWords.importCounts

const COUNTS = Object.entries(deskWords.importCounts) as [kind: Counted, text: string][]
const LEVELS = ['transaction', 'invited'] as const
/** Where this page is if the owner says so. */
type WithLevel = (level: (typeof LEVELS)[number]) => string
const RARE: Counted[] = ['duplicate', 'returned', 'erased']

export function renderPreview(
  report: ImportReport,
  businessFile: string,
  withLevel: WithLevel,
  upload: string,
): Html {
  const { files, hidden, examples } = report
  const sum = (kind: Counted) => files.reduce((total, file) => total + file[kind], 0)
  const hiddenCount = hidden.reduce((total, { count }) => total + count, 0)
  return html`<p>Recognized as ${[...new Set(files.map(({ format }) => format))].join(', ')}.</p>
<ul class="numbers">
${COUNTS.filter(([kind]) => !RARE.includes(kind) || sum(kind) > 0).map(([kind, text]) => html`<li><strong>${EN.number(sum(kind))}</strong> ${text}</li>\n`)}<li><strong>${EN.number(hiddenCount)}</strong> kept but not shown</li>
</ul>
<p class="muted">Nothing is removed by an import here, whatever the file lacks.</p>
${renderInputs(files, upload)}
${hidden.map(group => renderHidden(group, businessFile, withLevel))}
${renderProblems(report)}
${renderDuplicates(report)}
${renderExamples('Examples of what would be added', examples.added)}
${renderExamples('Examples of what would be edited', examples.edited)}
${renderExamples('Examples of what would be shown again', examples.returned)}`
}

/** Every file of a zip or workbook, with what would become of it. */
function renderInputs([file]: ImportReport['files'], upload: string): Html | string {
  const { name: id, inputs, skipped } = file!
  if (skipped.length === 0 && inputs.length < 2) return ''
  // The file has a name of our own here, and its sheets are named after it.
  const nameOf = ({ name }: { name: string }) => name.replace(id, upload)
  const { listed, more } = listSkipped(file!)
  return html`<h2>Files in it</h2>
<ul>${inputs.map(one => html`<li>${nameOf(one)}: ${countRows(one)} (${one.format})</li>\n`)}
${listed.map(one => html`<li>${nameOf(one)}: not imported, because it ${one.reason}</li>\n`)}
${more > 0 ? html`<li>and ${EN.number(more)} more not imported</li>` : ''}</ul>`
}

const countRows = ({ rows }: { rows: number }) =>
  `${EN.number(rows)} ${rows === 1 ? 'row' : 'rows'}`

function renderHidden(group: HiddenReviews, businessFile: string, withLevel: WithLevel): Html {
  const { because, remedy } = explainHidden(group, businessFile)
  const { levels, ask, link, rule } = deskWords.hidden
  const isUnknown = group.reason === 'no_rule' || group.reason === 'no_evidence'
  const buttons = LEVELS.map(
    level => html`<a class="button" href="${withLevel(level)}">${levels[level]}</a> `,
  )
  return html`<div class="caution"><p>Kept but not shown: ${EN.number(group.count)}, because ${because}. ${isUnknown ? ask : group.reason === 'rule' ? '' : remedy}</p>
${isUnknown ? html`<p class="buttons">${buttons}</p>` : ''}${group.reason === 'no_evidence' ? html`<p>${link}</p>` : ''}
${isUnknown || group.reason === 'rule' ? html`<p><a href="/business#verification">${rule}</a></p>` : ''}</div>`
}

function renderProblems({ problems, rejected }: ImportReport): Html | string {
  if (rejected === 0) return ''
  return html`<h2>Rejected rows</h2>
<ul>${problems.map(({ row, field, message }) => html`<li>Row ${EN.number(row)}${field === 'row' ? '' : `, ${field}`}: ${message}</li>`)}</ul>`
}

/** Two people may write the same, so nothing is merged without the owner. */
function renderDuplicates({ likelyDuplicates: { count, examples } }: ImportReport): Html | string {
  if (count === 0) return ''
  return html`<h2>Perhaps here already</h2>
<p>${countReviews(count)} may be stored under another number. Compare them after the import; if two are one, hide one as a duplicate.</p>
${renderReviews(examples.flatMap(({ added, stored }) => [renderDeskReview(added, { isLinked: false }), renderDeskReview(stored)]))}`
}

function renderExamples(title: string, examples: ReviewExample[]): Html | string {
  if (examples.length === 0) return ''
  return html`<h2>${title}</h2>
${renderReviews(examples.map(example => renderDeskReview(example, { isLinked: false })))}`
}

/** This form only looks, and can be sent as often as needed. */
export function renderChoices(
  path: string,
  { source, dateOrder, location, incentive = '', level = '', columns }: ImportChoices,
  available: string[],
  isNeeded: boolean,
): Html {
  const choices: Choice[] = [
    ['', 'not in the file'],
    ...available.map((name): Choice => [name, name]),
  ]
  const mapping = columns
    ? html`<input type="hidden" name="mapped" value="yes">
<fieldset><legend>Which column is which <span class="hint">guessed from their names; remembered for the next file like this</span></legend>
<div class="field-row">${COLUMN_FIELDS.map(([field, label]) => renderSelect({ name: `map.${field}`, label, value: columns[field] ?? '' }, choices))}</div></fieldset>`
    : ''
  return html`<details${isNeeded || columns ? html` open` : ''}><summary>Read the file differently</summary>
<form method="get" action="${path}">
${mapping}
<div class="field-row">${renderInput({ name: 'source', label: 'Where the reviews were posted', hint: 'such as Google, or sent to you', value: sourceInWords(source) })}
${renderSelect({ name: 'date_order', label: 'Dates', value: dateOrder }, Object.entries(deskWords.dateOrders))}
${renderInput({ name: 'location', label: 'Location', hint: 'if the file covers several', value: location })}
${renderSelect({ name: 'incentive', label: 'Reward for writing', value: incentive }, Object.entries(deskWords.rewards))}
${renderSelect({ name: 'level', label: 'How you know the customers', value: level }, [['', 'As the file or your rule says'], ...Object.entries(deskWords.hidden.levels)])}</div>
<button class="second">Update the preview</button>
</form></details>`
}
