/** The forms on /developers: each sends its request from the browser and shows the response. */

/** What the script needs from the page. */
interface Part {
  hidden: boolean
  textContent: string | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  replaceChildren(...children: (Part | string)[]): void
  querySelector<P extends Part>(selector: string): P | null
  querySelectorAll<P extends Part>(selector: string): Iterable<P>
}
interface Input extends Part {
  name: string
  value: string
  disabled: boolean
  dataset: { in?: string }
}
interface Form extends Part {
  addEventListener(type: 'input' | 'submit', listener: (event: FormEvent) => void): void
}
interface FormEvent {
  target: unknown
  preventDefault(): void
}
declare const document: Pick<Part, 'querySelectorAll'> & { createElement(name: string): Part }

const LONGEST_SHOWN = 20_000
/** Formatting more than this would freeze the page. */
const LONGEST_INDENTED = 2_000_000
const HEADERS = ['Content-Type', 'ETag', 'Last-Modified', 'Link', 'Retry-After']

function prepare(form: Form): void {
  const inputs = [...form.querySelectorAll<Input>('[name]')]
  const line = form.querySelector<Input>('.line input')!
  const template = form.getAttribute('action')!
  const compose = () => {
    line.value = addressOf(template, inputs)
  }
  form.addEventListener('input', ({ target }) => target !== line && compose())
  form.addEventListener('submit', event => {
    event.preventDefault()
    void send(form, line.value, inputs)
  })
  for (const input of inputs) input.disabled = false
  line.hidden = form.hidden = false
  compose()
}

/** Empty fields are left out; in a path they cannot be, so the placeholder stays. */
function addressOf(template: string, inputs: Input[]): string {
  const given = inputs.filter(({ value }) => value !== '')
  const path = at(given, 'path').reduce(
    (filled, { name, value }) => filled.replace(`{${name}}`, escapePath(value)),
    template,
  )
  const query = new URLSearchParams(at(given, 'query').map(({ name, value }) => [name, value]))
  return query.size > 0 ? `${path}?${query}` : path
}

const at = (inputs: Input[], place: string) => inputs.filter(({ dataset }) => dataset.in === place)
const escapePath = (value: string) => encodeURIComponent(value).replaceAll('%2F', '/')

const turns = new Map<Form, number>()

async function send(form: Form, address: string, inputs: Input[]): Promise<void> {
  const output = form.querySelector('output')!
  const turn = (turns.get(form) ?? 0) + 1
  turns.set(form, turn)
  output.replaceChildren('Waiting for the answer …')
  const shown = await ask(address, requestOf(form, inputs)).catch(() => [
    'No answer came. Is the address right, and is there a connection?',
  ])
  if (turns.get(form) === turn) output.replaceChildren(...shown)
}

function requestOf(form: Form, inputs: Input[]): RequestInit {
  const body = form.querySelector<Input>('textarea')?.value
  if (body === undefined) return { cache: 'no-store' }
  const headers = at(inputs, 'header').filter(({ value }) => value !== '')
  const own = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
  ]
  return {
    method: 'POST',
    body,
    headers: [...own, ...headers.map(({ name, value }) => [name, value])] as [string, string][],
  }
}

async function ask(address: string, request: RequestInit): Promise<Part[]> {
  const started = performance.now()
  const answer = await fetch(address, request)
  const bytes = await answer.arrayBuffer()
  const took = Math.round(performance.now() - started)
  const told = HEADERS.filter(name => answer.headers.has(name)).map(
    name => `${name}: ${answer.headers.get(name)}`,
  )
  return [
    element('strong', `${answer.status} ${answer.statusText}`.trim()),
    element('span', ` in ${took} ms, ${bytes.byteLength.toLocaleString('en')} bytes`),
    element('samp', told.join('\n')),
    scrollable(bodyOf(answer.headers.get('content-type') ?? '', bytes)),
  ]
}

function bodyOf(type: string, bytes: ArrayBuffer): string {
  if (!/json|text|xml/.test(type)) return 'Binary data is not shown.'
  const text = new TextDecoder().decode(bytes)
  const whole = type.includes('json') && text.length < LONGEST_INDENTED ? indent(text) : text
  const more = whole.length - LONGEST_SHOWN
  return more > 0
    ? `${whole.slice(0, LONGEST_SHOWN)}…\n\nCut here: ${more.toLocaleString('en')} characters more.`
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
function scrollable(text: string): Part {
  const box = element('samp', text)
  const attributes = {
    class: 'body',
    tabindex: '0',
    role: 'group',
    'aria-label': 'Body of the answer',
    'aria-live': 'off',
  }
  for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value)
  return box
}

function element(name: string, text: string): Part {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

for (const form of document.querySelectorAll<Form>('.try-it')) prepare(form)
for (const link of document.querySelectorAll('.without-script')) link.hidden = true
