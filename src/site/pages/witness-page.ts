/** The page at /witness: the logs of others that this service cosigns, and what it refused to cosign. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Refusal, WitnessOverview } from '../../model/witnessing.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Html, html } from '../base/markup.ts'
import { renderTable } from '../parts/html-table.ts'
import type { PerhapsPlaced } from '../parts/page-frame.ts'

export function witnessPage(snapshot: Snapshot, { name, keys, logs }: WitnessOverview): PerhapsPlaced {
  const locale = localeOf(snapshot.locale)
  const { witness } = locale.words
  const title = locale.say(witness.title, { business: snapshot.business.name })
  const refusals = logs.flatMap(({ origin, record }) =>
    (record?.refusals ?? []).map(refusal => renderRefusal(locale, origin, refusal)),
  )
  return {
    title,
    description: witness.lead,
    isView: true,
    content: html`<h1>${title}</h1>
<p class="lead">${witness.lead}</p>
${renderLogs(locale, logs)}
<h2>${witness.refusals}</h2>
${refusals.length > 0 ? refusals : html`<p>${witness.none}</p>`}
<h2>${witness.keys}</h2>
<p><code>${name}</code></p>
${keys.map(key => html`<pre><code>${key}</code></pre>\n`)}
<p><a href="/witness.json">${witness.json}</a></p>`,
  }
}

function renderLogs(locale: Locale, logs: WitnessOverview['logs']): Html {
  const { log, entries, signed, never } = locale.words.witness
  const rows = logs.map(({ origin, record }) =>
    record ? [origin, locale.number(record.size), locale.date(record.at)] : [origin, '–', never],
  )
  return renderTable([log, entries, signed], rows, { look: 'counts' })
}

function renderRefusal(locale: Locale, log: string, { at, kind, cosigned, refused }: Refusal): Html {
  const { witness } = locale.words
  return html`<p>${locale.say(witness[kind], { date: locale.date(at), log })}</p>
<details><summary>${witness.before}</summary><pre><code>${cosigned}</code></pre></details>
<details><summary>${witness.refused}</summary><pre><code>${refused}</code></pre></details>
`
}
