/** People and services that reviews mention and the business file lacks, and who is listed. */
import {
  addAlias,
  addPerson,
  addService,
  editBusinessFile,
  readBusinessText,
} from '../../actions/edit-business.ts'
import {
  ignoreName,
  type SuggestedService,
  suggestPeople,
  suggestServices,
  withoutIgnored,
} from '../../actions/suggest-people.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { SuggestedName } from '../../insights/names/suggest-names.ts'
import type { BusinessFile } from '../../model/business.ts'
import { cleanLine } from '../../model/scalars.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { AddRoutes, Desk, DeskVisit } from '../base/desk-context.ts'
import { goTo, orShowProblem, showPage } from '../base/desk-page.ts'
import { countReviews, deskReviewPath, formTo, renderCommand } from '../base/desk-parts.ts'

const MOST_SUGGESTED = 30

export const addPeoplePages: AddRoutes = (app, desk) => {
  const suggest = createSuggestions(desk)

  app.get('/people', async context => {
    const visit = context.get('visit')
    const { business } = visit
    const content = business
      ? await renderPeople(visit, business, await suggest(business))
      : html`<p>There is no business yet. <a href="/setup">Describe it first.</a></p>`
    return await showPage(context, { title: 'People and services', path: '/people', content })
  })

  app.post('/people', async context => {
    const form = context.get('form')
    const { business } = context.get('visit')
    const name = cleanLine(form.get('name') ?? '').slice(0, 200)
    if (!business || name === '') return goTo(context, '/people')
    const { services } = await suggest(business)
    return await orShowProblem(context, '/people', async () =>
      goTo(context, '/people', await applyChoice(desk, business, services, name, form)),
    )
  })
}

type Found = Awaited<ReturnType<typeof findUnlisted>>

async function findUnlisted(business: BusinessFile, { reviews }: Desk) {
  const [version, shown] = [reviews.version(), reviews.shown()]
  return {
    version,
    services: await suggestServices(business, shown),
    names: suggestPeople(business, shown),
  }
}

/** Searching all texts takes a moment, so the result is kept until reviews or the business change. */
function createSuggestions(desk: Desk) {
  let last: Found | undefined
  return async (business: BusinessFile): Promise<Found> => {
    if (last?.version !== desk.reviews.version()) last = await findUnlisted(business, desk)
    return last
  }
}

/** Returns a sentence that says what it did. */
async function applyChoice(
  { store, businessFile }: Desk,
  { technicians }: BusinessFile,
  services: SuggestedService[],
  name: string,
  form: URLSearchParams,
): Promise<string> {
  if (form.get('do') === 'ignore') {
    await ignoreName(store, name)
    return `${name} is no longer suggested.`
  }
  const { fields } = await readBusinessText(businessFile, store)
  const person = form.get('person') ?? ''
  const service = services.find(({ label }) => form.get('do') === 'service' && label === name)
  const edit =
    form.get('do') === 'alias'
      ? addAlias(fields, technicians, person, name)
      : service
        ? addService(fields, service)
        : addPerson(fields, name)
  if (!edit) throw new FileProblem('Choose whose other name it is.')
  await editBusinessFile(businessFile, store, [edit])
  return form.get('do') === 'alias'
    ? `${name} is now another name of ${person}.`
    : `${name} is listed now.`
}

async function renderPeople(visit: DeskVisit, business: BusinessFile, found: Found): Promise<Html> {
  const { store, businessFile, command } = visit
  const suggested = (await withoutIgnored(store, found.names)).slice(0, MOST_SUGGESTED)
  const services = found.services.slice(0, MOST_SUGGESTED)
  return html`<p>Reviews that name your people are counted for them, and each has a page on your site. <a href="#services">Services</a> are further down.</p>
<h2>Names found that you have not listed</h2>
${suggested.length === 0 ? html`<p>Everyone the reviews name is listed or ignored.</p>` : html`<ul class="found">${suggested.map(one => renderSuggestion(visit, one, business))}</ul>`}
${renderCommand(command('insights', '--suggest'))}
<h2 id="services">Services that reviews mention</h2>
${services.length === 0 ? html`<p>Nothing that is not listed.</p>` : renderServices(visit, services)}
<h2>Listed</h2>
${business.technicians.length === 0 ? html`<p>Nobody yet.</p>` : html`<ul>${business.technicians.map(({ name, role, aliases }) => html`<li>${[name, role].filter(Boolean).join(', ')}${aliases.length > 0 ? html` <span class="muted">also ${aliases.join(', ')}</span>` : ''}</li>`)}</ul>`}
<p>${business.services.length === 0 ? 'No services yet.' : `Services: ${business.services.map(({ label }) => label).join(', ')}.`}</p>
<p>Change or remove them under <a href="/business#people">Business</a>. The list is in <code>${businessFile}</code>.</p>
<h2>Misread reviews</h2>
<p>If a review means somebody else by a name, or does not talk about what was read in it, open the review (<a href="/removal">search</a>) and correct it there.</p>`
}

const renderServices = (visit: DeskVisit, services: SuggestedService[]): Html =>
  html`<p>Tap what you offer: it gets a page with what customers say about it.</p>
${formTo('/people', visit)`
<input type="hidden" name="do" value="service">
<div class="buttons">${services.map(({ label, reviews }) => html`<button class="second" name="name" value="${label}">${label} <span class="muted">${countReviews(reviews)}</span></button> `)}</div>`}`

/** Each button has a line with its command. */
const commandsFor = ({ command }: Desk, name: string, hasPeople: boolean) =>
  [
    command('business', '--add-person', name),
    command('business', '--ignore-name', name),
    ...(hasPeople ? [command('business', '--alias', `NAME=${name}`)] : []),
  ].join('\n')

function renderSuggestion(
  visit: DeskVisit,
  { name, reviews, example_review_ids }: SuggestedName,
  { technicians }: BusinessFile,
): Html {
  const links = example_review_ids.map(
    (id, index) =>
      html`<a href="${deskReviewPath(id)}" aria-label="Review ${index + 1} that names ${name}">${index + 1}</a> `,
  )
  const id = `whose-${name.replaceAll(/\W+/g, '-')}`
  return html`<li class="card"><p><strong>${name}</strong> <span class="muted">in ${countReviews(reviews)}: ${links}</span></p>
${formTo('/people', visit)`
<input type="hidden" name="name" value="${name}">
<div class="buttons"><button name="do" value="add">Works here</button> <button class="second" name="do" value="ignore">Ignore</button></div>
${
  technicians.length === 0
    ? ''
    : html`<div class="buttons"><label for="${id}">Another name of</label> <select id="${id}" name="person">${technicians.map(({ name: one }) => html`<option>${one}</option>`)}</select> <button class="second" name="do" value="alias">Add as other name</button></div>`
}`}
${renderCommand(commandsFor(visit, name, technicians.length > 0))}</li>
`
}
