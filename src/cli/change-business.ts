/** `firsthand business`: shows the business file, or changes single fields of it. */

import {
  addAlias,
  addPerson,
  applyBusinessEdits,
  type BusinessEdit,
  parseFieldEdit,
  parseFieldPath,
  readBusinessText,
  saveBusinessText,
} from '../actions/edit-business.ts'
import { ignoreName } from '../actions/ignored-names.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import { system } from '../model/system.ts'
import type { ServiceSettings } from '../serve/service.ts'
import { openExisting } from '../store/open-store.ts'
import { EXIT } from './base/exit.ts'

export interface BusinessFlags {
  set: string[]
  unset: string[]
  addPerson: string[]
  /** `name=alias` */
  alias: string[]
  ignoreName: string[]
}

export async function changeBusiness(
  flags: BusinessFlags,
  { databaseUrl, businessFile }: Pick<ServiceSettings, 'databaseUrl' | 'businessFile'>,
  { stdout }: Pick<NodeJS.Process, 'stdout'>,
): Promise<number> {
  const store = await openExisting(databaseUrl, system)
  try {
    for (const name of flags.ignoreName) await ignoreName(store, name)
    const { text } = await readBusinessText(businessFile, store)
    const edited = applyFlags(text, flags)
    if (edited !== text) {
      await saveBusinessText(businessFile, edited, store)
      stdout.write(`Changed ${businessFile}. A running service takes it up within a second.\n`)
    } else if (flags.ignoreName.length === 0) stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    for (const name of flags.ignoreName) stdout.write(`${name} is no longer suggested.\n`)
    return EXIT.done
  } finally {
    await store.close()
  }
}

/** One after the other, because each may depend on those before it. */
function applyFlags(text: string, { set, unset, addPerson: people, alias }: BusinessFlags): string {
  let edited = text
  const apply = (edit: BusinessEdit) => {
    edited = applyBusinessEdits(edited, [edit]).text
  }
  const fields = () => JSON.parse(edited) as Record<string, unknown>
  for (const pair of set) apply(parseFieldEdit(edited, pair))
  for (const field of unset) apply({ path: parseFieldPath(field), value: undefined })
  for (const name of people) apply(addPerson(fields(), name))
  for (const pair of alias) apply(aliasFrom(pair, edited, fields()))
  return edited
}

function aliasFrom(pair: string, text: string, fields: Record<string, unknown>): BusinessEdit {
  const at = pair.indexOf('=')
  if (at < 1) throw new FileProblem('--alias takes a name and another name, such as "Rosa Méndez=Rosie".')
  const [name, alias] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  const { technicians } = applyBusinessEdits(text, []).business
  const edit = addAlias(fields, technicians, name, alias)
  if (!edit) throw new FileProblem(`Nobody named ${name} is listed. Add them with --add-person first.`)
  return edit
}
