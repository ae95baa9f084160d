/** Status: what is stored, who gets notified, and whether everything works. */
import type { Check } from '../../actions/check-result.ts'
import type { InstallationStatus } from '../../actions/installation-status.ts'
import { hasTarget, readAlertTargets, saveAlertTargets } from '../../alerts/alert-targets.ts'
import { sendTestAlert } from '../../alerts/send-alert.ts'
import { sourceName } from '../../locale/locale.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { AddRoutes, Desk, DeskVisit } from '../base/desk-context.ts'
import { goTo, showPage } from '../base/desk-page.ts'
import { EN, type FormField, formTo, renderCommand, renderInput } from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }

const WORDS = deskWords.alerts
const FIELDS = WORDS.fields as FormField[]

export const addStatusPage: AddRoutes = (app, desk) => {
  app.get('/status', async context => {
    const { checks, status } = await desk.check()
    const content = html`<ul class="found">${checks.map(renderCheck)}</ul>
${renderCommand(desk.command('check'))}
${status ? renderStatus(desk, status) : ''}
${await renderAlerts(context.get('visit'))}`
    return await showPage(context, { title: 'Status', path: '/status', content })
  })

  app.post('/status/test-alert', async context => {
    const { store, places, business } = context.get('visit')
    const targets = await readAlertTargets(store, places)
    const failures = await sendTestAlert(
      targets,
      places.outgoingAllowCidrs,
      business?.name ?? 'your site',
    )
    const kind = failures.length === 0 ? 'done' : 'problem'
    return goTo(context, '/status', failures.join(' ') || WORDS.sent, kind)
  })

  app.post('/status/alerts', async context => {
    const entered = FIELDS.map(({ name }) => [name, context.get('form').get(name)?.trim() ?? ''])
    const problem = await saveAlertTargets(desk.store, desk.places, Object.fromEntries(entered))
    return goTo(context, '/status', problem ?? WORDS.saved, problem === null ? 'done' : 'problem')
  })
}

/** Of a webhook only the host is shown: the rest of its address is as good as a key. */
async function renderAlerts(visit: DeskVisit): Promise<Html> {
  const { alertWebhookUrl, alertSmtpUrl, alertEmailTo } = await readAlertTargets(
    visit.store,
    visit.places,
  )
  const webhook = alertWebhookUrl ? [new URL(alertWebhookUrl).host] : []
  const targets = [...webhook, ...(alertSmtpUrl ? alertEmailTo : [])]
  const test = formTo('/status/test-alert', visit)`\n<button class="second">${WORDS.test}</button>`
  const form = formTo('/status/alerts', visit)`
<p>${WORDS.change}</p>
${FIELDS.map(renderInput)}
<div class="buttons"><button>${WORDS.save}</button></div>`
  return html`<h2 id="alerts">Alerts</h2>
<p>${targets.length > 0 ? EN.say(WORDS.go, { targets: EN.series(targets) }) : WORDS.none}</p>
${targets.length > 0 ? test : ''}
${hasTarget(visit.places) ? html`<p>${WORDS.fixed}</p>` : form}`
}

function renderCheck({ name, state, message }: Check): Html {
  const { look, word } = deskWords.checks[state]
  const title = name.slice(0, 1).toUpperCase() + name.slice(1)
  return html`<li class="${look}"><strong>${title}: ${word}.</strong> <span class="text">${message}</span></li>\n`
}

function renderStatus(
  { command }: Desk,
  { sources, log, subscribers, last_backup }: InstallationStatus,
) {
  return html`<h2>Reviews by source</h2>
${sources.length === 0 ? html`<p>There are no reviews yet. <a href="/import">Import a file</a>.</p>` : renderSources(sources)}
<h2>Public log</h2>
<p>${EN.say({ one: '{count} entry', other: '{count} entries' }, { count: log.size })}.</p>
<h2>Subscribers</h2>
<p>${EN.number(subscribers.active)} active, ${EN.number(subscribers.pending)} waiting to be verified, ${EN.number(subscribers.failing)} with failing deliveries.</p>
${renderCommand(command('subscribers'))}
<h2>Backup</h2>
<p>${last_backup ? `The last one was made on ${EN.date(last_backup.at)}.` : 'None was made with this program yet.'}</p>
<p><a href="/backups">Download or restore one</a></p>`
}

const renderSources = (sources: InstallationStatus['sources']): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="Reviews by source"><table>
<thead><tr><th scope="col">Source</th><th scope="col">Shown</th><th scope="col">Not shown</th><th scope="col">Newest</th><th scope="col">Last import</th></tr></thead>
<tbody>
${sources.map(({ source, states, newest, imported_at }) => {
  const hidden = states.unverified + states.withheld + states.gone
  return html`<tr><th scope="row">${source === 'direct' ? 'Sent to you' : sourceName(EN, source)}</th><td>${EN.number(states.published)}</td><td>${EN.number(hidden)}</td><td>${newest ? EN.date(newest) : '–'}</td><td>${imported_at ? EN.date(imported_at) : '–'}</td></tr>\n`
})}</tbody>
</table></div>`
