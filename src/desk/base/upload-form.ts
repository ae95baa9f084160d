/** The form that sends a file to the desk, and what becomes of the file. */
import { type Html, html } from '../../site/base/markup.ts'
import type { Desk, DeskRequestContext, DeskVisit } from './desk-context.ts'
import { goTo } from './desk-page.ts'
import { isCsrfToken } from './desk-sessions.ts'
import deskWords from './desk-words.json' with { type: 'json' }
import { MOST_UPLOAD_MIB, type Upload } from './uploads.ts'

/** Where forms with files are sent. */
export const UPLOAD_PATHS = { import: '/import/upload', backup: '/backups/upload' }

const WORDS = deskWords.uploads
const TOO_LARGE = WORDS.problems.too_large.replace('{limit}', String(MOST_UPLOAD_MIB))

/** The token comes first, so that nothing of a foreign form reaches the disk. */
export const renderUploadForm = ({ session }: DeskVisit, action: string, button: string): Html =>
  html`<form method="post" action="${action}" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="${session.csrf}">
<div class="drop" data-most="${MOST_UPLOAD_MIB * 2 ** 20}" data-too-large="${TOO_LARGE}">
<label for="file">${WORDS.label} <span class="hint">up to ${MOST_UPLOAD_MIB} MiB</span></label>
<input id="file" name="file" type="file" required>
<p role="alert"></p>
<div class="buttons"><button>${button}</button></div>
</div>
</form>`

/** Receives the file. Its page comes next, or the form again, which tells what is wrong. */
export const receiveUpload =
  (
    { uploads }: Desk,
    pathOf: (upload: Upload) => string,
    showForm: (context: DeskRequestContext, status: 400 | 413) => Promise<Response>,
  ) =>
  async (context: DeskRequestContext) => {
    const { session } = context.get('visit')
    const received = await uploads.receive(context.env.incoming, csrf => isCsrfToken(session, csrf))
    if (typeof received === 'object') return goTo(context, pathOf(received))
    const isLarge = received === 'too_large'
    session.notice = { kind: 'problem', text: isLarge ? TOO_LARGE : WORDS.problems[received] }
    return await showForm(context, isLarge ? 413 : 400)
  }
