/** Backups: which there are, a copy to download, and how to restore one. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { backUp } from '../../actions/back-up.ts'
import { backupName, listBackups, withPlace } from '../../actions/backup/backup-place.ts'
import { fetchBackup } from '../../actions/restore-backup.ts'
import { html } from '../../site/base/markup.ts'
import type { AddRoutes, Desk } from '../base/desk-context.ts'
import { orShowProblem, showPage } from '../base/desk-page.ts'
import { formTo, renderCommand } from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }

const WORDS = deskWords.backups
const DOWNLOAD = '/backups/download'

export const addBackupPages: AddRoutes = (app, desk) => {
  const { places, command } = desk
  app.get('/backups', async context => {
    const visit = context.get('visit')
    const button = (name: string, text: string) =>
      formTo(DOWNLOAD, visit)`\n<button class="second" name="name" value="${name}">${text}</button>`
    // A disk that is not mounted must not hide the rest.
    const kept = await withPlace(places, listBackups).catch((error: Error) => error)
    const problem = html`<p class="caution">${places.backupTo ? (kept as Error).message : WORDS.none}</p>`
    const content = html`<p>${WORDS.intro}</p>
${button('', WORDS.download)}
${renderCommand(command('backup', 'FILE'))}
<h2>Kept outside of the machine</h2>
${kept instanceof Error ? problem : kept.map(name => button(name, name))}
<h2>Restore one</h2>
<p>${WORDS.restore}</p>
${renderCommand(command('restore-backup', 'FILE'))}`
    return await showPage(context, { title: 'Backups', path: '/status', content })
  })

  app.post(DOWNLOAD, context =>
    orShowProblem(context, '/backups', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'firsthand-backup-'))
      const remove = () => rm(folder, { recursive: true })
      const file = await makeFile(desk, folder, context.get('form').get('name')).catch(async error => {
        await remove()
        throw error
      })
      context.get('visit').session.notice = { kind: 'done', text: WORDS.downloaded }
      context.header('content-type', 'application/octet-stream')
      context.header('content-disposition', `attachment; filename="${basename(file)}"`)
      return context.body(Readable.toWeb(createReadStream(file).once('close', remove)) as ReadableStream)
    }),
  )
}

/** One of those in the configured place, encrypted, or a new copy. */
async function makeFile({ places, now }: Desk, folder: string, name: string | null): Promise<string> {
  if (name) return (await fetchBackup(folder, places, name))[0]
  const file = join(folder, backupName(now()).replace('.age', ''))
  await backUp(places.databaseUrl, file, { overwrite: false }, now())
  return file
}
