/** `firsthand business`: shows the business file, or changes single fields of it. */
import {
  applyBusinessChanges,
  readBusinessText,
  saveBusinessText,
} from '../actions/edit-business.ts'
import type { Places } from '../actions/shell-command.ts'
import { ignoreName } from '../actions/suggest-people.ts'
import { EXIT, openDatabase, type Streams } from './base/result.ts'

type BusinessChanges = Parameters<typeof applyBusinessChanges>[1]
type BusinessOptions = BusinessChanges & Places & { ignoreName: string[] }

export async function changeBusiness(
  options: BusinessOptions,
  { stdout }: Pick<Streams, 'stdout'>,
) {
  const { databaseUrl, businessFile, ignoreName: ignored, ...changes } = options
  await using store = await openDatabase(databaseUrl)
  for (const name of ignored) await ignoreName(store, name)
  const { text } = await readBusinessText(businessFile, store)
  const edited = applyBusinessChanges(text, changes)
  if (edited !== text) {
    await saveBusinessText(businessFile, edited, store)
    stdout.write(`Changed ${businessFile}. A running service takes it up within seconds.\n`)
  } else if (ignored.length === 0) stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  for (const name of ignored) stdout.write(`${name} is no longer suggested.\n`)
  return EXIT.done
}
