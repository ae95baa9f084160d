/** Automatic imports: where reviews are pulled from and how that goes, and a form to add one. */
import * as file from '../../actions/edit-business.ts'
import { secretsOf, targetOf } from '../../actions/pull/presets.ts'
import { describePull, openPuller, pullSource, tryPull } from '../../actions/pull/pull-source.ts'
import { type PullState, pullMemo } from '../../actions/pull/pull-state.ts'
import { valueAt } from '../../ingest/values/parse-json.ts'
import type { ReviewSource } from '../../model/review-source.ts'
import { type Html, html } from '../../site/base/markup.ts'
import { saveOwnerSettings } from '../../store/owner-settings.ts'
import type { AddRoutes, Desk, DeskRequestContext, DeskVisit } from '../base/desk-context.ts'
import { goTo, notFound, orShowProblem, showPage } from '../base/desk-page.ts'
import {
  countReviews,
  EN,
  formTo,
  renderCommand,
  renderInput,
  renderSelect,
} from '../base/desk-parts.ts'
import type { DeskNotice } from '../base/desk-sessions.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import { listAt } from './business-fields.ts'

const WORDS = deskWords.pulls
const KINDS = Object.entries(WORDS.kinds)
const LONGEST_MS = 10 * 60_000

export const addPullPages: AddRoutes = (app, desk) => {
  const { store, places, businessFile } = desk
  app.get('/pulls', context => showPulls(context))

  app.post('/pulls', context => {
    const { csrf, do: step, ...form } = Object.fromEntries(context.get('form'))
    const asked = Object.entries(form).filter(([name]) => !name.startsWith('key.'))
    const back = `/pulls?${new URLSearchParams(asked)}`
    return orShowProblem(context, back, async () => {
      const { text, fields } = await file.readBusinessText(businessFile, store)
      const described = describeSource(form)
      const known = listAt(fields.sources)
      const at = indexOf(known, described.name)
      const { headers } = (known[at] ?? {}) as { headers?: object }
      // What the form does not ask for stays as it is, and so does the way in which a key is sent.
      const value = { ...(known[at] as object), ...described, ...(headers && { headers }) }
      const edit =
        at === -1 ? file.appendTo(known, ['sources'], described) : { path: ['sources', at], value }
      const draft = file.applyBusinessEdits(text, [edit])
      const source = draft.business.sources!.at(at)!
      const keys = secretsOf(targetOf(source)).map((name, at) => [
        name,
        form[`key.${at}`]?.trim() ?? '',
      ])
      const entered = Object.fromEntries(keys.filter(([, key]) => key !== ''))
      if (step !== 'add') {
        context.get('visit').session.notice = await test(desk, source, entered)
        return await showPulls(context, new URLSearchParams(form))
      }
      await saveOwnerSettings(store, places, entered)
      await file.saveBusinessText(businessFile, draft.text, store)
      return goTo(context, '/pulls', EN.say(WORDS.added, { name: source.name }))
    })
  })

  app.post('/pulls/:action{run|remove}', context => {
    const sources = context.get('visit').business?.sources ?? []
    const source = sources.find(({ name }) => name === context.get('form').get('name'))
    if (!source) return notFound(context)
    return orShowProblem(context, '/pulls', async () => {
      if (context.req.param('action') === 'remove')
        return goTo(context, '/pulls', await removeSource(desk, source, sources))
      await using puller = pullerOf(desk)
      const outcome = await pullSource(source, puller, { isUrgent: true })
      const kind = outcome.kind === 'failed' ? 'problem' : 'done'
      return goTo(context, '/pulls', describePull(source, outcome), kind)
    })
  })
}

const indexOf = (sources: unknown[], name: string) =>
  sources.findIndex(one => valueAt(one, ['name']) === name)

const pullerOf = ({ store, places }: Desk) =>
  openPuller(store, places, AbortSignal.timeout(LONGEST_MS))

/** As the business file has it. The variable of a key is named after its source. */
function describeSource({ kind = '', name = '', id, hours }: Record<string, string>) {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [kind]
  const source = { name: words.join('-'), interval_hours: Number(hours) }
  if (kind !== 'address' && kind !== 'protected') return { ...source, preset: kind, id }
  const Authorization = { env: `PULL_${words.join('_').toUpperCase()}_KEY`, prefix: 'Bearer ' }
  return { ...source, url: id, ...(kind === 'protected' && { headers: { Authorization } }) }
}

/** Tells whether it works with the keys that were entered, and by whom the first review is. */
async function test(
  desk: Desk,
  source: ReviewSource,
  keys: Record<string, string>,
): Promise<DeskNotice> {
  await using puller = pullerOf(desk)
  const environment = async () => ({ ...(await puller.environment()), ...keys })
  const found = await tryPull(source, { ...puller, environment })
  if (found instanceof Error)
    return { kind: 'problem', text: EN.say(WORDS.doesNot, { problem: found.message }) }
  const { rating = '?', author = '?' } = found.first ?? {}
  const first = found.first ? EN.say(WORDS.first, { rating, author }) : WORDS.empty
  return { kind: 'done', text: EN.say(WORDS.works, { reviews: countReviews(found.count), first }) }
}

async function removeSource(
  { store, places, businessFile }: Desk,
  source: ReviewSource,
  all: ReviewSource[],
) {
  // The file may have been edited since it was loaded.
  const at = indexOf(
    listAt((await file.readBusinessText(businessFile, store)).fields.sources),
    source.name,
  )
  if (at !== -1)
    await file.editBusinessFile(businessFile, store, [{ path: ['sources', at], value: undefined }])
  const needed = all.filter(other => other !== source).flatMap(other => secretsOf(targetOf(other)))
  const unneeded = secretsOf(targetOf(source)).filter(name => !needed.includes(name))
  await saveOwnerSettings(store, places, Object.fromEntries(unneeded.map(name => [name, ''])))
  await store.write(writer => writer.setMemo(pullMemo(source.name), null))
  return EN.say(WORDS.removed, { name: source.name })
}

async function showPulls(
  context: DeskRequestContext,
  given = new URL(context.req.url).searchParams,
): Promise<Response> {
  const visit = context.get('visit')
  const kind = KINDS.find(([name]) => name === given.get('kind'))
  const listed = await Promise.all(
    (visit.business?.sources ?? []).map(source => renderSource(visit, source)),
  )
  const content = html`<p>${WORDS.intro}</p>
${kind ? renderForm(visit, kind, given) : ''}
<h2>What is imported automatically</h2>
${listed.length === 0 ? html`<p>${WORDS.none}</p>` : html`<ul class="found">${listed}</ul>`}
${renderCommand(visit.command('pull'))}
<h2>Add one</h2>
<ul>${KINDS.map(([name, { label }]) => html`<li><a href="/pulls?kind=${name}">${label}</a></li>\n`)}</ul>`
  return await showPage(context, { title: 'Automatic imports', path: '/import', content })
}

async function renderSource(visit: DeskVisit, source: ReviewSource): Promise<Html> {
  const { name, preset, id, url, headers, interval_hours } = source
  const state = await visit.store.memo<PullState>(pullMemo(name))
  const { last_success_at: done, last_attempt_at: attempt, brought, problem } = state ?? {}
  const kind = preset ?? (Object.keys(headers).length > 0 ? 'protected' : 'address')
  const form = new URLSearchParams({
    kind,
    name,
    id: id ?? url ?? '',
    hours: String(interval_hours),
  })
  const button = (action: string, text: string) =>
    formTo(
      `/pulls/${action}`,
      visit,
    )`\n<button class="second" name="name" value="${name}">${text}</button>`
  return html`<li class="card"><p><strong>${name}</strong></p>
${problem && attempt ? html`<p class="caution">${EN.say(WORDS.failed, { date: EN.date(attempt), problem })}</p>` : ''}
<p>${done ? EN.say(WORDS.done, { date: EN.date(done), brought: brought ?? '' }) : problem ? '' : WORDS.never}</p>
<div class="buttons">${button('run', 'Import now')}<p><a class="button" href="/pulls?${String(form)}">${WORDS.change}</a></p>${button('remove', 'Remove')}</div></li>
`
}

/** Stored keys never come out; one that was only tested is still in the form. */
function renderForm(
  visit: DeskVisit,
  [kind, words]: (typeof KINDS)[number],
  given: URLSearchParams,
) {
  const hours = given.get('hours') ?? '24'
  const choices = { [hours]: EN.say(WORDS.everyHours, { hours }), ...WORDS.hours }
  return html`<h2>${words.label}</h2>
${formTo('/pulls', visit)`
<input type="hidden" name="kind" value="${kind}">
${renderInput({ name: 'id', label: words.id, hint: words.hint, value: given.get('id'), required: true })}
${words.keys.map((label, at) => renderInput({ name: `key.${at}`, label, value: given.get(`key.${at}`), type: 'password', hint: WORDS.keyHint }))}
${renderInput({ name: 'name', label: 'What to call it', value: given.get('name') ?? kind })}
${renderSelect({ name: 'hours', label: 'How often', value: hours }, Object.entries(choices))}
<div class="buttons"><button name="do" value="test">Test it first</button> <button class="second" name="do" value="add">Save it</button></div>`}`
}
