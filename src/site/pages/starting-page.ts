/** What browsers get while the service starts: a page that reloads itself, without a script or a stylesheet to load. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import { DEFAULT_LOCALE } from '../../model/locale-tag.ts'
import { renderDocument } from '../base/document-frame.ts'

const STYLE = `html{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.6}
body{max-width:34rem;margin:18vh auto 0;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.2}`

/** Whose reviews these are, and in which language, is not known yet. */
export function renderStartingPage(): string {
  const { words } = localeOf(DEFAULT_LOCALE)
  const { title, text } = words.errors.starting
  return renderDocument(
    DEFAULT_LOCALE,
    html`<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="2">
<title>${title}</title>
<style>${STYLE}</style>`,
    html`<main>
<h1>${title}</h1>
<p>${text}</p>
</main>`,
  )
}
