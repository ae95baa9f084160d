/** The page at /policy: how reviews are verified and withheld, in words and numbers, and how to verify that. */
import { html } from 'hono/html'
import { ChangeReason, type HistoryCounts } from '../../model/change.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { figure } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { renderScript } from '../base/scripts.ts'
import type { Page } from '../parts/page-frame.ts'
import { LEVELS } from '../parts/verification-label.ts'

export function policyPage(context: RenderContext): Page {
  const { business, verificationPolicy, history, logSize, baseUrl } = context
  return {
    path: '/policy',
    title: `How reviews of ${business.name} are verified`,
    description: `How reviews of ${business.name} are collected, verified and withheld, in words and in numbers, and how to check that.`,
    head: renderScript('verify-button'),
    content: html`<h1>How reviews are verified</h1>
<p class="text">${verificationPolicy}</p>
${renderLevels()}
<h2 id="fates">What happened to every review</h2>
${renderFates(history)}
<h2>Why reviews are withheld</h2>
<p>A review can be withheld only for these reasons. Its rating is not one of them.</p>
${renderReasons(history)}
<h2>The public log</h2>
<p>Whenever a review is published, edited, answered or taken from view, the log gets an entry, and no entry can be changed or
removed unnoticed. It has ${figure(logSize)} ${logSize === 1 ? 'entry' : 'entries'} now. What a review says is not in it, only a
fingerprint of that, so no word is left of a review that is erased.</p>
<ul>
<li><a href="/log/checkpoint">Signed state of the log</a>, and <a href="/log/key">the key</a> to check the signature</li>
<li><a href="/api/reviews/changes">Every change since the beginning</a> (JSON)</li>
</ul>
<h2>Check it yourself</h2>
${renderCheck(baseUrl)}`,
  }
}

const renderLevels = (): Html => html`<dl>
${Object.values(LEVELS).map(([name, meaning]) => html`<dt>${name}</dt>\n<dd>${meaning}</dd>\n`)}</dl>
<p>Each review says which of these it is. A review that is none of them is not published.</p>`

function renderFates({ ever_published, shown, withheld, removed }: HistoryCounts): Html {
  const { source_removed = 0, ...erased } = removed
  return html`<table class="counts">
<caption>Reviews that were ever published</caption>
${renderHead('What happened')}
<tbody>
${renderRow('Shown', shown)}
${renderRow('Removed at the site where they were written', source_removed)}
${renderRow('Erased on request', sum(erased))}
${renderRow('Withheld by the business', sum(withheld))}
</tbody>
${renderTotal('Ever published', ever_published)}
</table>`
}

const REASONS: Record<ChangeReason, string> = {
  spam: 'Spam or advertising',
  off_topic: 'Not about this business',
  personal_data: 'Gives away personal data',
  unlawful: 'Unlawful',
  fake_reported: 'Reported as fake',
  duplicate: 'The same review twice',
  source_removed: 'Removed at the site where it was written',
  erasure_request: 'Somebody asked for its erasure',
  not_verified: 'No longer counts as verified',
}

/** A review that is gone at its source or erased counts as removed, not as withheld. */
const OF_REMOVED: ChangeReason[] = ['source_removed', 'erasure_request']

function renderReasons({ withheld }: HistoryCounts): Html {
  const rows = ChangeReason.options
    .filter(reason => !OF_REMOVED.includes(reason) || withheld[reason])
    .map(reason => html`${renderRow(REASONS[reason], withheld[reason] ?? 0)}\n`)
  return html`<table class="counts">
<caption>Reviews that are withheld now</caption>
${renderHead('Reason')}
<tbody>
${rows}</tbody>
${renderTotal('Withheld', sum(withheld))}
</table>`
}

const renderHead = (name: string): Html =>
  html`<thead><tr><th scope="col">${name}</th><th scope="col">Reviews</th></tr></thead>`

const renderRow = (name: string, count: number): Html =>
  html`<tr><th scope="row">${name}</th><td>${figure(count)}</td></tr>`

const renderTotal = (name: string, count: number): Html => html`<tfoot>${renderRow(name, count)}</tfoot>`

/** Only the script can show what needs the script. */
const renderCheck = (baseUrl: string): Html => html`<div id="check">
<p>The check reads the whole log and all reviews. It finds out whether every review that is shown says what the log recorded, whether
one is missing without an entry that says why, and whether the log was changed since your last check.</p>
<noscript><p>In a browser the check needs JavaScript, which is switched off here.</p></noscript>
<div class="live" hidden>
<p><button type="button">Check in this browser</button></p>
<p class="progress"></p>
<div class="outcome"><div role="status"></div></div>
</div>
<p>You can also check from the command line, with Node 24 or newer: this way you do not have to trust this site’s code.</p>
<pre><code>npx firsthand verify ${baseUrl}</code></pre>
</div>`

const sum = (counts: HistoryCounts['withheld']) =>
  Object.values(counts).reduce((total, number) => total + number, 0)
