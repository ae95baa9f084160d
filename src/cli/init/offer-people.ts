/** After the import: the people whom the reviews name, for the business file. */
import { applyBusinessChanges, readBusinessText, saveBusinessText } from '../../actions/edit-business.ts'
import type { Places } from '../../actions/shell-command.ts'
import { ignoredNames, suggestPeople } from '../../actions/suggest-people.ts'
import { system } from '../../model/system.ts'
import { openStore } from '../../store/open-store.ts'
import { countOf } from '../base/screen.ts'
import questions from './questions.json' with { type: 'json' }
import { type Asker, createAsker } from './questions.ts'

const MOST_OFFERED = 12

/** Lists them with their counts. Nobody is added unless the owner says so: each person gets a public page. */
export async function offerPeople(
  { databaseUrl, businessFile, yes }: Places & { yes: boolean },
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
  output: NodeJS.WriteStream,
): Promise<void> {
  await using store = await openStore(databaseUrl, system)
  const business = await store.business()
  if (!business) return
  const ignored = await ignoredNames(store)
  const found = suggestPeople(business, (await store.changesSince(0)).shown)
    .filter(({ name }) => !ignored.includes(name))
    .slice(0, MOST_OFFERED)
  if (found.length === 0) return
  const list = found.map(({ name, reviews }) => `${name} (${countOf(reviews, 'review')})`).join(', ')
  output.write(`Your reviews name these people: ${list}.\n`)
  const canAsk = Boolean(stdin.isTTY && stdout.isTTY)
  const asker = createAsker(stdin, output, { canAsk, yes })
  const names = found.map(({ name }) => name)
  const added = asker.canAsk ? await askWhom(names, asker).finally(asker.close) : []
  if (added.length === 0) return
  const { text } = await readBusinessText(businessFile, store)
  const changes = { set: [], unset: [], alias: [], addPerson: added }
  await saveBusinessText(businessFile, applyBusinessChanges(text, changes), store)
  output.write(`Listed ${added.join(', ')} in ${businessFile}.\n`)
}

async function askWhom(names: string[], asker: Asker): Promise<string[]> {
  const find = (typed: string) => names.find(name => name.toLowerCase() === typed.trim().toLowerCase())
  const unknownIn = (typed: string) => typed.split(',').find(one => !find(one))
  const check = (typed: string) => {
    const unknown = ['all', 'none'].includes(typed) ? undefined : unknownIn(typed)
    return unknown === undefined ? null : `${unknown.trim()} is not one of them: ${names.join(', ')}.`
  }
  // The import is done, so an input that ends here means nobody.
  const answer = await asker.ask({ ...questions.people, check }).catch(() => 'none')
  return answer === 'all' ? names : answer.split(',').flatMap(typed => find(typed) ?? [])
}
