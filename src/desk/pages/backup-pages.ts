/** Backups: which there are, a copy to download, and putting one in place of the database. */
import { createReadStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { backUp } from '../../actions/back-up.ts'
import { type BackupPlace, backupName, withPlace } from '../../actions/backup/backup-place.ts'
import { listOwnBackups, readKeyIds } from '../../actions/backup/own-backups.ts'
import {
  fetchBackup,
  lookIntoBackup,
  type RestoreReport,
  stageBackup,
} from '../../actions/restore-backup.ts'
import { openTemporaryFolder } from '../../actions/temporary-folder.ts'
import { system } from '../../model/system.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { DeskSessionTable } from '../../store/base/tables.ts'
import { isPostgres, openStore } from '../../store/open-store.ts'
import type { AddRoutes, Desk, DeskRequestContext, DeskVisit } from '../base/desk-context.ts'
import { goTo, notFound, orShowProblem, showPage } from '../base/desk-page.ts'
import { countReviews, EN, formTo, renderCommand } from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import { receiveUpload, renderUploadForm, UPLOAD_PATHS } from '../base/upload-form.ts'
import type { Upload } from '../base/uploads.ts'
import { noteAction } from './access-pages.ts'

const WORDS = deskWords.backups
const HOME = '/backups'
const DOWNLOAD = `${HOME}/download`
const LOOK = `${HOME}/look`
const RESTORE = `${HOME}/restore`
const filePath = ({ id }: Upload) => `${HOME}/${id}`

export const addBackupPages: AddRoutes = (app, desk) => {
  const { places } = desk
  app.get(HOME, context => showBackups(context))

  app.post(DOWNLOAD, context =>
    orShowProblem(context, HOME, async () => {
      using opening = new DisposableStack()
      const { path, remove } = opening.use(await openTemporaryFolder(places.databaseUrl))
      const file = await makeFile(desk, path, context.get('form').get('name'))
      opening.move()
      context.get('visit').session.notice = { kind: 'done', text: WORDS.downloaded }
      context.header('content-type', 'application/octet-stream')
      context.header('content-disposition', `attachment; filename="${basename(file)}"`)
      return context.body(
        Readable.toWeb(createReadStream(file).once('close', remove)) as ReadableStream,
      )
    }),
  )

  app.post(UPLOAD_PATHS.backup, receiveUpload(desk, filePath, showBackups))

  app.post(LOOK, context =>
    orShowProblem(context, HOME, async () => {
      const name = context.get('form').get('name') ?? ''
      const upload = await desk.uploads.hold<never>(async path => {
        const [file] = await fetchBackup(places.databaseUrl, dirname(path), places, name)
        await rename(file, path)
        return { name }
      })
      return goTo(context, filePath(upload))
    }),
  )

  app.get(`${HOME}/:file{[0-9a-f]{24}}`, async context => {
    const upload = desk.uploads.find(context.req.param('file'))
    if (!upload) return await notFound(context)
    return await orShowProblem(context, HOME, async () => {
      const content = await renderBackup(context.get('visit'), upload)
      return await showPage(context, { title: WORDS.title, path: '/status', content })
    })
  })

  app.post(RESTORE, context => {
    const form = context.get('form')
    const upload = desk.uploads.find(form.get('file') ?? '')
    if (!upload || !desk.replaceDatabase) return goTo(context, HOME)
    return orShowProblem(context, filePath(upload), async () => {
      const options = { ...places, name: upload.name, force: form.get('lose') === 'yes' }
      const replace = await stageBackup(places.databaseUrl, upload.path, options)
      const { remote } = context.get('visit').session
      desk.replaceDatabase!(() => tellOutcome(desk, remote!, replace))
      const content = html`<p>${WORDS.restoring}</p>\n<p><a class="button" href="${HOME}">${WORDS.next}</a></p>`
      return await showPage(context, { title: WORDS.title, path: '/status', content })
    })
  })
}

/** One of those in the configured place, encrypted, or a new copy. */
async function makeFile(
  { places, store, now }: Desk,
  folder: string,
  name: string | null,
): Promise<string> {
  const { databaseUrl } = places
  if (name) return (await fetchBackup(databaseUrl, folder, places, name))[0]
  await store.logKey()
  const [keyId] = await readKeyIds(databaseUrl)
  const file = join(folder, backupName(keyId!, now()).replace('.age', ''))
  await backUp(databaseUrl, file, { overwrite: false }, now())
  return file
}

async function showBackups(
  context: DeskRequestContext,
  status: 200 | 400 | 413 = 200,
): Promise<Response> {
  const visit = context.get('visit')
  const content = isPostgres(visit.places.databaseUrl)
    ? html`<p>${WORDS.postgres}</p>`
    : await renderBackups(visit)
  return await showPage(
    context,
    { title: 'Backups', path: '/status', content, hasScript: true },
    status,
  )
}

async function renderBackups(visit: DeskVisit): Promise<Html> {
  const { places, command } = visit
  const button = (path: string, name: string, text: string) =>
    formTo(path, visit)`\n<button class="second" name="name" value="${name}">${text}</button>`
  // A disk that is not mounted must not hide the rest.
  const ofPlace = (place: BackupPlace) => listOwnBackups(place, places.databaseUrl)
  const kept = await withPlace(places, ofPlace).catch((error: Error) => error)
  const list =
    kept instanceof Error
      ? html`<p class="caution">${places.backupTo ? kept.message : WORDS.none}</p>`
      : html`<ul class="found">${kept.map(name => html`<li class="card"><p>${name}</p>\n<div class="buttons">${button(DOWNLOAD, name, WORDS.keep)}${button(LOOK, name, WORDS.look)}</div></li>\n`)}</ul>`
  return html`<p>${WORDS.intro}</p>
${button(DOWNLOAD, '', WORDS.download)}
${renderCommand(command('backup', 'FILE'))}
<h2>Kept outside of the machine</h2>
${list}
<h2>Restore one</h2>
<p>${WORDS.restore}</p>
${renderUploadForm(visit, UPLOAD_PATHS.backup, WORDS.look)}
${renderCommand(command('restore-backup', 'FILE'))}`
}

const countEntries = (count: number) => EN.say(WORDS.entries, { count })

async function renderBackup(visit: DeskVisit, upload: Upload): Promise<Html> {
  const { places, command, replaceDatabase } = visit
  const found = await lookIntoBackup(places.databaseUrl, upload.path, {
    ...places,
    name: upload.name,
  })
  const { loss, newer_entries, erase_again } = found
  const entries = countEntries(found.log_size)
  const date = found.last_entry_at ? EN.date(found.last_entry_at) : '–'
  const log = loss
    ? html`<p class="caution">${EN.say(WORDS.cut, { loss: loss.message })}</p>`
    : html`<p>${newer_entries > 0 ? EN.say(WORDS.continues, { entries: countEntries(newer_entries) }) : WORDS.same}</p>`
  const accept = html`<div class="field"><label><input type="checkbox" name="lose" value="yes" required> ${WORDS.accept}</label></div>`
  return html`<p><strong>${upload.name}</strong>, ${EN.number(Math.ceil(upload.size / 1024))} KiB</p>
<p>${EN.say(WORDS.holds, { reviews: countReviews(found.reviews), entries, date })}</p>
${log}
${erase_again.length > 0 ? html`<p>${EN.say(WORDS.erasedSince, { count: erase_again.length })}</p>` : ''}
${
  replaceDatabase
    ? formTo(RESTORE, visit)`
<p>${WORDS.replaces}</p>
<input type="hidden" name="file" value="${upload.id}">
${loss ? accept : ''}
<div class="buttons"><button>${WORDS.replace}</button></div>`
    : html`<p>${WORDS.elsewhere}</p>`
}
${renderCommand(command('restore-backup', upload.name, ...(loss ? ['--force'] : [])))}`
}

/** Whoever asked for it reads it on the next page, which the service shows after it has started again. */
async function tellOutcome(
  { places, now }: Desk,
  { token_hash, user_name }: DeskSessionTable,
  replace: () => Promise<RestoreReport>,
): Promise<string> {
  const [kind, text] = await replace().then(
    ({ file: name, replaced, lost_entries }) => {
      const words = lost_entries === 0 ? WORDS.restored : WORDS.rewound
      return ['done', EN.say(words, { name, replaced: basename(replaced ?? '') })]
    },
    ({ message: problem }: Error) => ['problem', EN.say(WORDS.failed, { problem })],
  )
  await using store = await openStore(places.databaseUrl, system)
  await store.deskAccess.changeSession(token_hash, { notice: JSON.stringify({ kind, text }) })
  if (kind === 'done') await noteAction({ store, now }, user_name, 'restored-backup', text!)
  return text!
}
