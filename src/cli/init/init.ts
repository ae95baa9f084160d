/** `firsthand init`: from a folder with exports to reviews on the screen. */
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { loadBusinessFile } from '../../actions/edit-business.ts'
import type { Batch } from '../../actions/import/import-batch.ts'
import { readImport } from '../../actions/import/perform-import.ts'
import { PROGRAM } from '../../actions/shell-command.ts'
import { explainVisibility, type Visibility } from '../../actions/visibility.ts'
import { parseBusinessFile } from '../../ingest/business-file.ts'
import { readTextFile, withFileName } from '../../ingest/files/input-file.ts'
import { withLanguage } from '../../ingest/merge/row-content.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { LocaleTag } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { createIsAllowed } from '../../outgoing/guarded-connections.ts'
import { packageFile } from '../../package/package-files.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { openStore } from '../../store/open-store.ts'
import { EXIT, type Streams, UsageError, writeJson } from '../base/result.ts'
import { countOf } from '../base/screen.ts'
import { baseUrlOf } from '../base/settings.ts'
import { createImportObserver } from '../import/describe-import.ts'
import { importBatches } from '../import/import-files.ts'
import { serve } from '../serve.ts'
import { describeBusiness, SCHEMA_FILE } from './answers.ts'
import {
  askBusiness,
  askDomain,
  askReviews,
  type InitFlags,
  type ReviewFiles,
} from './business-questions.ts'
import { askAboutHidden, offerFound } from './offer-people.ts'
import { type Asker, createAsker } from './questions.ts'

type InitOptions = ServiceSettings &
  InitFlags & { plannedDomain?: string; serve: boolean; json: boolean }

export async function init(options: InitOptions, process: NodeJS.Process) {
  // With --json, standard output is for the result alone.
  const output = options.json ? process.stderr : process.stdout
  const canAsk = Boolean(process.stdin.isTTY && process.stdout.isTTY)
  const asker = createAsker(process.stdin, output, { canAsk, yes: options.yes })
  const { exitCode, domain } = await setUp(options, process, asker, output).finally(asker.close)
  if (!options.serve) {
    output.write(`\nStart the service with: ${PROGRAM} serve\n${nextSteps(options, domain)}`)
    return exitCode
  }
  const served = await serve(options, process, undefined, url =>
    output.write(
      `\nYour reviews are at ${url}\n${nextSteps(options, domain)}\nPress Ctrl-C to stop the service.\n`,
    ),
  ).catch(error => {
    throw error instanceof UsageError ? new UsageError(`${error.message}\n${SAVED}`) : error
  })
  return served === EXIT.done ? exitCode : served
}

const SAVED = `The business and its reviews are saved. Then start the service with: ${PROGRAM} serve (--port NUMBER chooses another port)`

/** Asks, imports, and asks about what was imported. */
async function setUp(
  options: InitOptions,
  process: NodeJS.Process,
  asker: Asker,
  output: NodeJS.WriteStream,
) {
  const { answers, domain, ...reviews } = await askAll(options, asker, output)
  const streams = { stdout: output, stderr: process.stderr, env: process.env } as Streams
  const batches = await readAll(options, reviews, streams)
  const locale = answers ? commonLocale(batches) : undefined
  const content = answers && describeBusiness(answers, locale)
  const written = await writeFiles(options.businessFile, content, output)
  if (locale)
    output.write(`Your pages are in ${LANGUAGES.of(locale)}, like most of these reviews.\n`)
  const imported = [...reviews.files, ...reviews.tables.map(({ path }) => path)]
  const exitCode = await importInto(options, batches, streams, asker.canAsk).catch(async error => {
    // Without reviews, the next init asks again.
    for (const path of written) await rm(path, { force: true })
    throw error
  })
  const wasAsked = await askAboutHidden(options, asker)
  const visibility = await readVisibility(options)
  // The report of the import has said what it does not show, and the question how to change that.
  const hidden = visibility.hidden.flatMap(group =>
    wasAsked && group.source === 'direct'
      ? { ...group, change: '' }
      : imported.length > 0
        ? []
        : group,
  )
  output.write(describeVisibility({ ...visibility, hidden }))
  await offerFound(options, asker, output)
  if (options.json)
    writeJson(process, { written, imported, ...visibility, url: baseUrlOf(options) })
  return { exitCode, domain }
}

/** `answers` is null if there is a business file already. */
async function askAll(options: InitOptions, asker: Asker, output: NodeJS.WriteStream) {
  const { businessFile } = options
  const existing = await readTextFile(businessFile)
  if (existing !== null) {
    const { name } = withFileName(businessFile, () => parseBusinessFile(existing))
    output.write(`${businessFile} describes ${name}. It stays as it is.\n`)
  }
  const answers = existing === null ? await askBusiness(options, asker) : null
  const reviews = await askReviews(options, options, asker, output)
  const domain = answers
    ? await askDomain(options.plannedDomain, asker)
    : (options.plannedDomain ?? '')
  return { ...reviews, domain, answers }
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })
const ENOUGH_ROWS = 300

/** The language of most reviews, if pages can be in it and are not by default. */
function commonLocale(batches: Batch[]): LocaleTag | undefined {
  const languages = batches
    .flatMap(({ rows }) => [...Iterator.from(rows).take(ENOUGH_ROWS)])
    .flatMap(row => withLanguage(row, undefined).language?.slice(0, 2) ?? [])
  return LocaleTag.options.find(
    tag => 2 * languages.filter(one => one === tag).length > languages.length,
  )
}

/** Writes only what does not exist. Returns the files it wrote. */
async function writeFiles(
  businessFile: string,
  content: string | null,
  output: NodeJS.WriteStream,
) {
  if (content === null) return []
  const schemaFile = join(dirname(businessFile), SCHEMA_FILE)
  const files: [string, string][] = [[businessFile, content]]
  if (!existsSync(schemaFile)) files.push([schemaFile, await readFile(SHIPPED_SCHEMA, 'utf8')])
  const names = files.map(([path]) => path)
  for (const [path, text] of files)
    await writeFile(path, text, { flag: 'wx', flush: true }).catch(
      async (error: NodeJS.ErrnoException) => {
        // A part of a file would look like the owner's own to the next init.
        if (error.code !== 'EEXIST') for (const name of names) await rm(name, { force: true })
        throw new FileProblem(`${path}: cannot be written (${error.code}).`)
      },
    )
  output.write(`Wrote ${names.join(' and ')}.\n`)
  return names
}

const SHIPPED_SCHEMA = packageFile(`schema/${SCHEMA_FILE}`)

const optionsFor = ({ databaseUrl, businessFile }: ServiceSettings) => ({
  ...{ databaseUrl, businessFile },
  ...{ strict: false, dryRun: false, complete: false, confirm: false },
})

/** Before anything is written: a file that cannot be read ends init. */
async function readAll(
  settings: ServiceSettings,
  { files, tables }: ReviewFiles,
  { stderr }: Streams,
) {
  const [options, observer] = [optionsFor(settings), createImportObserver(stderr)]
  const batches = await readImport(files, options, observer)
  for (const { path, mapping } of tables)
    batches.push(...(await readImport([path], { ...options, mapping }, observer)))
  return batches
}

async function importInto(
  settings: ServiceSettings,
  batches: Batch[],
  streams: Streams,
  asksNext: boolean,
) {
  // First, because what is shown depends on it.
  await loadInto(settings)
  if (batches.length === 0) return EXIT.done
  return await importBatches(batches, { ...optionsFor(settings), asksNext }, streams)
}

async function loadInto({ databaseUrl, businessFile }: ServiceSettings): Promise<void> {
  await using store = await openStore(databaseUrl, system)
  await loadBusinessFile(businessFile, store)
}

async function readVisibility({ databaseUrl }: ServiceSettings): Promise<Visibility> {
  await using store = await openStore(databaseUrl, system)
  return explainVisibility(await store.countBySource())
}

function describeVisibility({ shown, hidden }: Visibility): string {
  const lines = [
    shown.count === 0
      ? `No reviews are shown yet. When you have a file with some: ${PROGRAM} desk, then Import (docs/import.md says where you get one).`
      : `Shown: ${countOf(shown.count, 'review')} (${shown.sources.join(', ')}).`,
    ...hidden.map(({ count, because, change }) =>
      `Not shown: ${count}, because ${because}. ${change}`.trim(),
    ),
  ]
  return `${lines.join('\n')}\n`
}

const nextSteps = ({ businessFile }: ServiceSettings, domain: string) => `
Next:
  1. To change who and what is on your page: ${PROGRAM} desk opens a page for that (or edit ${businessFile} yourself).
  2. When there are new reviews: ${PROGRAM} import FILE
${describeGoingLive(domain)}`

function describeGoingLive(domain: string): string {
  if (domain === '')
    return `  3. To make it public, on a machine with a domain of your own: ${PROGRAM} serve reviews.example.com (docs/operations.md)\n`
  return `  3. To make it public on ${domain}:
     - Where you registered the domain, add a DNS record: type A, name ${domain}, value ${publicAddress()}.
     - On that machine: ${PROGRAM} serve ${domain}
     - If something is missing, this says what: ${PROGRAM} check --public --domain ${domain}
`
}

function publicAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  const own = addresses.find(
    ({ family, address, internal }) =>
      family === 'IPv4' && !internal && createIsAllowed([])(address),
  )
  return own
    ? `${own.address} (this machine)`
    : 'the public address of the machine that will serve it'
}
