/** Import: drop a file, see what it would do and why, then confirm. */
import { namesOfUnread } from '../../actions/import/import-report.ts'
import { performImport, previewImport, readImport } from '../../actions/import/perform-import.ts'
import { rejectLockFile } from '../../ingest/files/find-inputs.ts'
import { withFileName } from '../../ingest/files/input-file.ts'
import { openReviewFile } from '../../ingest/review-file.ts'
import { FileProblem, UnknownFormat } from '../../ingest/values/file-problem.ts'
import { type Html, html } from '../../site/base/markup.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import type { AddRoutes, Desk, DeskRequestContext, DeskVisit } from '../base/desk-context.ts'
import { goTo, notFound, renderNotice, showPage } from '../base/desk-page.ts'
import { EN, formTo, hide, renderCommand } from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import { receiveUpload, renderUploadForm, UPLOAD_PATHS } from '../base/upload-form.ts'
import type { Upload } from '../base/uploads.ts'
import {
  type ImportChoices,
  readChoices,
  recallChoices,
  rememberChoices,
  toFlags,
  toReadingOptions,
  writeChoices,
} from './import-choices.ts'
import { renderChoices, renderPreview } from './import-preview.ts'

const filePath = ({ id }: Upload) => `/import/${id}`
const FILE_ROUTE = '/import/:file{[0-9a-f]{24}}'

export const addImportPages: AddRoutes = (app, desk) => {
  app.get('/import', async context => await showUpload(context))

  app.post(UPLOAD_PATHS.import, receiveUpload(desk, filePath, showUpload))

  app.get(FILE_ROUTE, async context => {
    const upload = desk.uploads.find(context.req.param('file'))
    if (!upload) return await notFound(context)
    const given = new URL(context.req.url).searchParams
    const content = await renderFile(context.get('visit'), upload, given)
    return await showPage(context, { title: 'Preview', path: '/import', content })
  })

  app.post(FILE_ROUTE, async context => {
    const upload = desk.uploads.find(context.req.param('file'))
    if (!upload) return goTo(context, '/import')
    if (context.get('form').get('do') === 'cancel') {
      await desk.uploads.discard()
      return goTo(context, '/import', 'Nothing was imported. The file is deleted from the desk.')
    }
    const { technicians = [], services = [] } = context.get('visit').business ?? {}
    // What the first reviews suggest is offered at once.
    const next = technicians.length + services.length === 0 ? '/setup' : '/'
    return goTo(context, next, await importFile(desk, upload, readChoices(context.get('form'))))
  })
}

async function showUpload(
  context: DeskRequestContext,
  status: 200 | 400 | 413 = 200,
): Promise<Response> {
  const visit = context.get('visit')
  const content = html`<p>An export from Google, Yelp, Trustpilot or another site, a spreadsheet, or a zip of those. You see what it would change before anything happens.</p>
${renderUploadForm(visit, UPLOAD_PATHS.import, 'Show what it would change')}
${renderCommand(visit.command('import', 'FILE', '--dry-run'))}
<p><a href="/pulls">${deskWords.pulls.link}</a></p>`
  return await showPage(
    context,
    { title: 'Import', path: '/import', content, hasScript: true },
    status,
  )
}

/** Nothing here removes reviews: a complete import, which does, is a command. */
const optionsOf = ({ businessFile }: Desk, choices: ImportChoices) => ({
  businessFile,
  strict: false,
  complete: false,
  confirm: false,
  incentive: choices.incentive === 'yes',
  level: choices.level || undefined,
  ...toReadingOptions(choices),
})

async function renderFile(visit: DeskVisit, upload: Upload, given: URLSearchParams): Promise<Html> {
  const { choices, columns, result } = await previewFile(visit, upload, given)
  const withLevel = (level: 'transaction' | 'invited') =>
    `${filePath(upload)}?${new URLSearchParams(writeChoices({ ...choices, level }))}`
  return html`<p>${upload.name}, ${EN.number(Math.ceil(upload.size / 1024))} KiB</p>
${'problem' in result ? renderNotice({ kind: 'problem', text: result.problem }) : renderPreview(result.report, visit.businessFile, withLevel, upload.name)}
${formTo(filePath(upload), visit)`
${hide(writeChoices(choices))}
<div class="buttons">${'report' in result ? html`<button name="do" value="import">Import</button> ` : ''}<button class="second" name="do" value="cancel">Cancel</button></div>`}
${renderCommand(visit.command('import', upload.name, ...toFlags(choices)))}
${renderChoices(filePath(upload), choices, columns, 'problem' in result)}`
}

/** Reads a file as it is. If its format is unknown, it is read as the owner says now or said the last time, or as its columns suggest. */
async function previewFile(desk: Desk, upload: Upload, given: URLSearchParams) {
  const choices = readChoices(given)
  const unknown = await findUnknown(upload, choices)
  if (!unknown || unknown.columns.length < 2)
    return { choices, columns: [], result: await preview(desk, upload, choices) }
  const { columns } = unknown
  const suggested = (await recallChoices(desk.store, columns)) ?? {
    ...choices,
    columns: unknown.guess ?? {},
  }
  const mapped = choices.columns
    ? choices
    : { ...suggested, source: choices.source || suggested.source || 'direct' }
  return { choices: mapped, columns, result: await preview(desk, upload, mapped) }
}

/** Returns null for a file in a known format, or one that cannot be read at all. */
async function findUnknown(
  { path }: Upload,
  choices: ImportChoices,
): Promise<UnknownFormat | null> {
  try {
    await openReviewFile(path, toReadingOptions({ ...choices, columns: null }))
    return null
  } catch (error) {
    if (error instanceof UnknownFormat) return error
    if (error instanceof FileProblem) return null
    throw error
  }
}

async function preview(desk: Desk, upload: Upload, choices: ImportChoices) {
  try {
    withFileName(upload.name, () => rejectLockFile(upload.name))
    return { report: await previewImport([upload.path], desk.store, optionsOf(desk, choices)) }
  } catch (error) {
    if (!(error instanceof FileProblem || error instanceof StoreProblem)) throw error
    // The file has a name of our own here.
    return { problem: error.message.replaceAll(upload.id, upload.name) }
  }
}

/** Returns a sentence that says what it did. */
async function importFile(desk: Desk, upload: Upload, choices: ImportChoices): Promise<string> {
  const options = { ...optionsOf(desk, choices), dryRun: false }
  const batches = await readImport([upload.path], options)
  const { files, rejected, hidden } = await performImport(batches, desk.store, options)
  const unknown = choices.columns && (await findUnknown(upload, choices))
  if (unknown) await rememberChoices(desk.store, unknown.columns, choices)
  await desk.uploads.discard()
  const sum = (kind: 'added' | 'edited') => files.reduce((total, file) => total + file[kind], 0)
  const unseen = hidden.reduce((total, { count }) => total + count, 0)
  const unread = namesOfUnread(files).replace(upload.id, upload.name)
  const beside = unread === '' ? '' : `Not imported: ${unread}. `
  const outcome =
    beside +
    (unseen > 0 ? `Kept but not shown: ${unseen}.` : 'Your site shows them within seconds.')
  return `Imported ${upload.name}: ${sum('added')} added, ${sum('edited')} edited, ${rejected} rejected. ${outcome}`
}
