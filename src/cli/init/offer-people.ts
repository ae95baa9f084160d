/** After the import: what the reviews say about the business, for its file. */
import * as file from '../../actions/edit-business.ts'
import type { Places } from '../../actions/shell-command.ts'
import { suggestPeople, suggestServices, withoutIgnored } from '../../actions/suggest-people.ts'
import { system } from '../../model/system.ts'
import { openStore } from '../../store/open-store.ts'
import { countOf } from '../base/screen.ts'
import { askDirectLevel } from './guessed-tables.ts'
import questions from './questions.json' with { type: 'json' }
import type { Asker, Question } from './questions.ts'

const MOST_OFFERED = 12

/** Reviews that customers sent are shown once the owner says how they are known. Returns whether it was asked. */
export async function askAboutHidden(
  { databaseUrl, businessFile }: Places,
  asker: Asker,
): Promise<boolean> {
  await using store = await openStore(databaseUrl, system)
  const direct = (await store.countBySource()).find(({ source }) => source === 'direct')
  const hasRule = (await store.business())?.verification.direct !== undefined
  if (!direct?.states.unverified || hasRule || !asker.canAsk) return false
  const value = await askDirectLevel(direct.states.unverified, asker)
  if (value)
    await file.editBusinessFile(businessFile, store, [
      { path: ['verification', 'direct', 'level'], value },
    ])
  return true
}

/** Lists people and services with their counts. Nothing is added unless the owner says so: each gets a public page. */
export async function offerFound(
  { databaseUrl, businessFile }: Places,
  asker: Asker,
  output: NodeJS.WriteStream,
): Promise<void> {
  await using store = await openStore(databaseUrl, system)
  const business = await store.business()
  if (!business) return
  const { shown } = await store.changesSince(0)
  const people = await withoutIgnored(store, suggestPeople(business, shown))
  const services = await suggestServices(business, shown)
  const named = services.map(({ label: name, ...service }) => ({ ...service, name }))

  async function offer<T extends { name: string; reviews: number }>(
    all: T[],
    { intro, ...question }: Question & { intro: string },
    edit: (fields: Record<string, unknown>, chosen: T) => file.BusinessEdit,
  ): Promise<void> {
    const found = all.slice(0, MOST_OFFERED)
    if (found.length === 0) return
    const list = found
      .map(({ name, reviews }) => `${name} (${countOf(reviews, 'review')})`)
      .join(', ')
    output.write(`${intro}: ${list}.\n`)
    const names = asker.canAsk
      ? await choose(
          found.map(({ name }) => name),
          question,
          asker,
        )
      : []
    for (const chosen of found.filter(({ name }) => names.includes(name))) {
      const { fields } = await file.readBusinessText(businessFile, store)
      await file.editBusinessFile(businessFile, store, [edit(fields, chosen)])
    }
    if (names.length > 0) output.write(`Listed ${names.join(', ')} in ${businessFile}.\n`)
  }

  await offer(people, questions.people, (fields, { name }) => file.addPerson(fields, name))
  await offer(named, questions.services, (fields, { id, name }) =>
    file.addService(fields, { id, label: name }),
  )
}

async function choose(names: string[], question: Question, asker: Asker): Promise<string[]> {
  const find = (typed: string) =>
    names.find(name => name.toLowerCase() === typed.trim().toLowerCase())
  const unknownIn = (typed: string) => typed.split(',').find(one => !find(one))
  const check = (typed: string) => {
    const unknown = ['all', 'none'].includes(typed) ? undefined : unknownIn(typed)
    return unknown === undefined
      ? null
      : `${unknown.trim()} is not one of them: ${names.join(', ')}.`
  }
  // The import is done, so an input that ends here means none.
  const answer = await asker.ask({ ...question, check }).catch(() => 'none')
  return answer === 'all' ? names : answer.split(',').flatMap(typed => find(typed) ?? [])
}
