/** The button on /policy: runs the audit of `firsthand verify` in the visitor's own browser. */
import { type AuditCode, AuditFailure, type AuditResult, audit } from '../../ledger/audit.ts'
import { webSha256 } from '../../ledger/encoding.ts'
import { sumReasons } from '../../ledger/history-counts.ts'
import { firstOfMonth } from '../../locale/first-of-month.ts'
import type { Catalog, Message } from '../../locale/locale.ts'
import { keepPin, readPin, UnreadablePin } from './pin.ts'
import { NoAnswer, readFromService } from './same-origin.ts'

interface Outcome {
  /** If the audit could not run, nothing is known: neither good nor bad. */
  kind: 'passed' | 'failed' | 'unknown'
  sentences: string[]
  /** What exactly was found, in English: it names entries and files. */
  detail?: string
}

const box = document.getElementById('check')!
/** The page brings the texts, in its own language. */
const words = JSON.parse(box.dataset.words!) as Catalog['trust']['check']
const failures = JSON.parse(box.dataset.failures!) as Record<AuditCode | 'pin', string>
/** The path of the home page. */
const home = box.dataset.home!
const find = (selector: string) => box.querySelector<HTMLElement>(selector)!
const button = find('button')
const progress = find('.progress')
const outcome = find('.outcome')
const said = find('[role=status]')
const language = document.documentElement.lang
const plurals = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)
let isRunning = false

button.addEventListener('click', () => void run())
find('.live').hidden = false

async function run(): Promise<void> {
  if (isRunning) return
  setRunning(true)
  outcome.className = 'outcome'
  outcome.replaceChildren(said)
  said.replaceChildren(say(words.checking))
  show(await check())
  setRunning(false)
}

/** Disabling the button would lose keyboard focus. */
function setRunning(now: boolean): void {
  isRunning = now
  button.setAttribute('aria-disabled', String(now))
  progress.textContent = ''
}

/** Screen readers announce the verdict first; the details are beside it. */
function show({ kind, sentences: [first = '', ...more], detail }: Outcome): void {
  said.replaceChildren(element('p', element('strong', say(words[kind])), ` ${first}`))
  outcome.append(...more.map(sentence => element('p', sentence)))
  if (detail)
    outcome.append(Object.assign(element('p', detail), { lang: 'en', className: 'muted' }))
  outcome.className = `outcome ${kind}`
}

function element(name: string, ...children: (HTMLElement | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

async function check(): Promise<Outcome> {
  if (!isSecureContext) return { kind: 'unknown', sentences: [say(words.needsHttps)] }
  const get = (path: string) => readFromService(home, path, onWait)
  try {
    const result = await audit({
      get,
      hash: webSha256,
      pinned: readPin(home),
      onProgress,
      choosePages,
    })
    return { kind: 'passed', sentences: describe(result, keepPin(home, result.pin)) }
  } catch (error) {
    return explain(error as Error)
  }
}

/** As many as take little time; which ones, nobody can know beforehand. */
const SAMPLED_PAGES = 8

const choosePages = (pages: number): number[] =>
  Array.from({ length: pages }, (_, index) => ({ page: index + 1, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, SAMPLED_PAGES)
    .map(({ page }) => page)

function onWait(seconds: number): void {
  progress.textContent = say(words.wait, { count: seconds })
}

function onProgress(done: number, total: number): void {
  progress.textContent = done < total ? say(words.reading, { done, total }) : say(words.comparing)
}

function explain(error: Error): Outcome {
  if (error instanceof UnreadablePin)
    return { kind: 'unknown', sentences: [failures.pin, say(words.startOver)] }
  const { message: detail, cause } = error
  if (!(error instanceof AuditFailure)) return { kind: 'unknown', sentences: [], detail }
  const { code } = error
  if (code === 'unsupported' || code === 'changing')
    return { kind: 'unknown', sentences: [failures[code]] }
  if (cause instanceof NoAnswer) return { kind: 'unknown', sentences: [failures[code]], detail }
  const startOver = code === 'key' || code === 'fork' ? [say(words.startOver)] : []
  return { kind: 'failed', sentences: [failures[code], ...startOver], detail }
}

/** The date first: a result is only worth as much as it is recent. */
function describe({ counts, entries, grownBy, pages }: AuditResult, isKept: boolean): string[] {
  const { source_removed: gone = 0, ...erased } = counts.removed
  return [
    say(words.checkedAt, {
      date: firstOfMonth(language, new Date().toLocaleString(language, DATE_AND_TIME)),
    }),
    say(words.reviews),
    ...(pages > 0 ? [say(words.pages, { count: pages })] : []),
    say(words.noPage),
    say(words.counts, {
      published: counts.ever_published,
      shown: counts.shown,
      removed: sumReasons(counts.withheld),
      gone,
      erased: sumReasons(erased),
    }),
    `${say(words.entries, { count: entries })} ${describeGrowth(grownBy, isKept)}`,
  ]
}

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

function describeGrowth(grownBy: number | null, isKept: boolean): string {
  if (grownBy === null) return say(isKept ? words.first : words.firstForgotten)
  return grownBy === 0 ? say(words.unchanged) : say(words.grown, { count: grownBy })
}

/** Fills in the values of a message; `count` chooses the plural. */
function say(message: Message, values: Record<string, string | number> = {}): string {
  const template =
    typeof message === 'string'
      ? message
      : (message[plurals.select(Number(values.count))] ?? message.other)
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? numbers.format(value) : String(value)
  })
}
