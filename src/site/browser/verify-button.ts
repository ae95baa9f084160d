/** The button on /policy: runs the audit of `firsthand verify` in the visitor's own browser. */
import { AuditFailure, type AuditResult, audit, describeCounts } from '../../ledger/audit.ts'
import { keepPin, readPin } from './pin.ts'
import { NoAnswer, readFromOrigin } from './same-origin.ts'

interface Outcome {
  /** If the audit could not run, nothing is known: neither good nor bad. */
  kind: 'passed' | 'failed' | 'unknown'
  sentences: string[]
}

const HEADINGS: Record<Outcome['kind'], string> = {
  passed: 'The log checks out.',
  failed: 'NOT VERIFIED.',
  unknown: 'The check could not be completed.',
}

const find = (selector: string) => document.querySelector<HTMLElement>(`#check ${selector}`)!
const button = find('button')
const progress = find('.progress')
const outcome = find('.outcome')
const said = find('[role=status]')
let isRunning = false

button.addEventListener('click', () => void run())
find('.live').hidden = false

async function run(): Promise<void> {
  if (isRunning) return
  setRunning(true)
  outcome.className = 'outcome'
  outcome.replaceChildren(said)
  said.replaceChildren('Checking …')
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
function show({ kind, sentences: [first = '', ...more] }: Outcome): void {
  said.replaceChildren(element('p', element('strong', HEADINGS[kind]), ` ${first}`))
  outcome.append(...more.map(sentence => element('p', sentence)))
  outcome.className = `outcome ${kind}`
}

function element(name: string, ...children: (HTMLElement | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

async function check(): Promise<Outcome> {
  if (!isSecureContext) return { kind: 'unknown', sentences: [WITHOUT_TLS] }
  const get = (path: string) => readFromOrigin(path, onWait)
  try {
    const result = await audit({ get, hash, pinned: readPin(), onProgress })
    return { kind: 'passed', sentences: describe(result, keepPin(result.pin)) }
  } catch (error) {
    return explain(error as Error)
  }
}

const WITHOUT_TLS =
  'Browsers check signatures only on pages that came over https. Open this page at its https address, or use the command line.'
const START_OVER = 'To start over with what is here now, clear the data of this site in your browser.'

const hash = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

function onWait(seconds: number): void {
  progress.textContent = `The service asks for patience: the check goes on in ${seconds} s.`
}

function onProgress(done: number, total: number): void {
  progress.textContent =
    done < total
      ? `${figure(done)} of ${entries(total)} of the log are read.`
      : 'The log is read. Now every review is compared with it.'
}

function explain(error: Error): Outcome {
  if (!(error instanceof AuditFailure)) return { kind: 'unknown', sentences: [error.message, START_OVER] }
  const { code, message, cause } = error
  if (code === 'unsupported' || code === 'changing' || cause instanceof NoAnswer)
    return { kind: 'unknown', sentences: [message] }
  const isAgainstPin = code === 'key' || code === 'fork'
  return { kind: 'failed', sentences: [message, ...(isAgainstPin ? [START_OVER] : [])] }
}

function describe({ counts, entries: size, grownBy }: AuditResult, isKept: boolean): string[] {
  return [
    `${describeCounts(counts)}.`,
    'Every review that is shown says what the log recorded, and none is missing.',
    `The log has ${entries(size)}. ${grownBy === null ? describeFirst(isKept) : describeGrowth(grownBy)}`,
  ]
}

const describeFirst = (isKept: boolean) =>
  isKept
    ? 'This is the first check in this browser, and what it saw is kept here: the next one finds out when this part of the history is changed.'
    : 'This browser keeps nothing for this page, so each check is like the first: none finds out what was changed since the last.'

const describeGrowth = (grownBy: number) =>
  grownBy === 0
    ? 'Nothing in it changed since the last check in this browser.'
    : `It has grown by ${entries(grownBy)} since the last check in this browser, and nothing before that was changed.`

const figure = (number: number) => number.toLocaleString('en')
const entries = (count: number) => `${figure(count)} ${count === 1 ? 'entry' : 'entries'}`
