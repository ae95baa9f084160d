/** The guide at /developers: forms that send a request and show the response, tabs, copying, and anchors of the past. */
import { addCopyButtons, type CopyWords, readWords } from './copy-buttons.ts'

const LONGEST_SHOWN = 20_000
/** Formatting more than this would freeze the page. */
const LONGEST_INDENTED = 2_000_000
const HEADERS = ['Content-Type', 'ETag', 'Last-Modified', 'Link', 'Retry-After']

type GuideWord = 'waiting' | 'unanswered' | 'received' | 'binary' | 'cut' | 'responseBody'

const words = readWords<CopyWords & Record<GuideWord, string>>()
/** The guide is in English in every language. */
const figures = new Intl.NumberFormat('en-US')

/** A form exists from the moment somebody asks for it. */
function open(button: HTMLButtonElement): void {
  const template = button.closest('div')!.querySelector('template')!
  const form = (template.content.cloneNode(true) as DocumentFragment).querySelector('form')!
  button.parentElement!.replaceWith(form)
  prepare(form)
  form.querySelector('input')!.focus()
}

type Field = HTMLInputElement

function prepare(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll<Field>('[name]')]
  const line = form.querySelector<Field>('.line input')!
  const template = form.getAttribute('action')!
  const compose = () => {
    line.value = addressOf(template, inputs)
  }
  form.addEventListener('input', ({ target }) => target !== line && compose())
  form.addEventListener('submit', event => {
    event.preventDefault()
    void send(form, line.value, inputs)
  })
  compose()
}

/** Empty fields are left out; in a path they cannot be, so the placeholder stays. */
function addressOf(template: string, inputs: Field[]): string {
  const given = inputs.filter(({ value }) => value !== '')
  const path = at(given, 'path').reduce(
    (filled, { name, value }) => filled.replace(`{${name}}`, escapePath(value)),
    template,
  )
  const query = new URLSearchParams(at(given, 'query').map(({ name, value }) => [name, value]))
  return query.size > 0 ? `${path}?${query}` : path
}

const at = (inputs: Field[], place: string) => inputs.filter(({ dataset }) => dataset.in === place)
const escapePath = (value: string) => encodeURIComponent(value).replaceAll('%2F', '/')

const turns = new Map<HTMLFormElement, number>()

async function send(form: HTMLFormElement, address: string, inputs: Field[]): Promise<void> {
  const output = form.querySelector('output')!
  const turn = (turns.get(form) ?? 0) + 1
  turns.set(form, turn)
  output.replaceChildren(words.waiting)
  const shown = await ask(address, requestOf(form, inputs)).catch(() => [words.unanswered])
  if (turns.get(form) === turn) output.replaceChildren(...shown)
}

function requestOf(form: HTMLFormElement, inputs: Field[]): RequestInit {
  const body = form.querySelector('textarea')?.value
  if (body === undefined) return { cache: 'no-store' }
  const given = at(inputs, 'header').filter(({ value }) => value !== '')
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ...given.map(({ name, value }): [string, string] => [name, value]),
  ]
  return { method: 'POST', body, headers }
}

async function ask(address: string, request: RequestInit): Promise<Element[]> {
  const started = performance.now()
  const response = await fetch(address, request)
  const bytes = await response.arrayBuffer()
  const duration = figures.format(Math.round(performance.now() - started))
  const size = figures.format(bytes.byteLength)
  const headers = HEADERS.filter(name => response.headers.has(name)).map(
    name => `${name}: ${response.headers.get(name)}`,
  )
  return [
    element('strong', `${response.status} ${response.statusText}`.trim()),
    element('span', ` ${words.received.replace('{duration}', duration).replace('{size}', size)}`),
    element('samp', headers.join('\n')),
    scrollable(bodyOf(response.headers.get('content-type') ?? '', bytes)),
  ]
}

function bodyOf(type: string, bytes: ArrayBuffer): string {
  if (!/json|text|xml/.test(type)) return words.binary
  const text = new TextDecoder().decode(bytes)
  const whole = type.includes('json') && text.length < LONGEST_INDENTED ? indent(text) : text
  const more = whole.length - LONGEST_SHOWN
  return more > 0
    ? `${whole.slice(0, LONGEST_SHOWN)}…\n\n${words.cut.replace('{count}', figures.format(more))}`
    : whole
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

/** Long responses scroll in a box reachable by keyboard, and screen readers do not read them out at once. */
function scrollable(text: string): Element {
  const spoken = { role: 'group', ariaLabel: words.responseBody, ariaLive: 'off' }
  return Object.assign(element('samp', text), { className: 'body', tabIndex: 0, ...spoken })
}

const element = (name: string, text: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: text })

/** Whoever chooses a language of programming once wants it everywhere. */
function chooseLanguage({ newState, target }: ToggleEvent): void {
  const { language } = (target as HTMLElement).dataset
  if (newState !== 'open' || !language) return
  for (const tab of document.querySelectorAll<HTMLDetailsElement>(
    `.tabs>[data-language="${language}"]`,
  ))
    tab.open = true
}

/** Anchors of the time when the guide was one page go on to where their text is now; folded parts unfold. */
function followAnchor(): void {
  const anchor = decodeURIComponent(location.hash.slice(1))
  if (anchor === '') return
  const target = document.getElementById(anchor)
  const page = location.pathname.replace(/\/$/, '')
  const moved = target?.closest('.moved')
    ? target.querySelector('a')!.href
    : `${page}/api#${anchor}`
  if (page.endsWith('/developers') && (!target || target.closest('.moved'))) location.replace(moved)
  const fold = target?.closest('details')
  if (!fold || fold.open) return
  fold.open = true
  target!.scrollIntoView()
}

for (const button of document.querySelectorAll<HTMLButtonElement>('.try'))
  button.onclick = () => open(button)
document.addEventListener('toggle', event => chooseLanguage(event as ToggleEvent), true)
addEventListener('hashchange', followAnchor)
addCopyButtons(words)
followAnchor()
