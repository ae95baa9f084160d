/** Search as you type on /reviews: fetches the page the form would lead to and swaps in its results. */

const WAIT_MS = 120
let asking = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined
let shown = location.pathname + location.search
/** Whether the last change was typed: what is typed in one go is one step back. */
let isTyped = false

const find = (selector: string, within: ParentNode = document) => within.querySelector(selector)
/** Some fields stand outside the form that they belong to. */
function formOf({ target }: Event): HTMLFormElement | null {
  const form =
    target instanceof HTMLFormElement ? target : ((target as HTMLInputElement).form ?? null)
  return form?.id === 'filters' ? form : null
}

/** The address the form leads to, without empty fields; a name that was chosen takes the place of the words. */
function addressOf(form: HTMLFormElement, { name, value }: DOMStringMap = {}): string {
  const asked = new URLSearchParams()
  for (const [field, entered] of new FormData(form)) {
    const words = String(entered).trim()
    if (words !== '') asked.append(field, words)
  }
  if (name && value) asked.delete('words')
  if (name && value) asked.set(name, value)
  // The usual order of a list without words.
  if (!asked.has('words')) asked.delete('sort', 'newest')
  return asked.size > 0 ? `${form.action}?${asked}` : form.action
}

/** The field being typed in, its surroundings and the live region must stay. */
const RESULTS = ['#more summary', '#sort', '#views', '#chips', '#count', '#found']
/** A list that the form does not describe updates the form too. */
const ALL = ['#filters', '#more', '#order', ...RESULTS.slice(2)]

async function show(address: string, selectors: string[]): Promise<boolean> {
  clearTimeout(timer)
  asking.abort()
  asking = new AbortController()
  try {
    const answer = await fetch(address, { signal: asking.signal, headers: { accept: 'text/html' } })
    // A rate limit, for example, is reported without a page.
    if (!answer.headers.get('content-type')?.startsWith('text/html'))
      throw new Error(answer.statusText)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const selector of selectors) {
      const [old, fresh] = [find(selector), find(selector, page)]
      if (!old) continue
      // Copies: a menu that loses its chosen option chooses the next, and so on to the last.
      old.replaceChildren(...Array.from(fresh?.childNodes ?? [], node => node.cloneNode(true)))
      old.className = fresh?.className ?? ''
    }
    if (selectors === RESULTS) updateCounts(page)
    prepareMore()
    document.title = page.title
    shown = new URL(address).pathname + new URL(address).search
    return true
  } catch (error) {
    // Superseded by a newer search; for any other failure the browser shows what is wrong.
    if ((error as Error).name !== 'AbortError') location.assign(address)
    return false
  }
}

/** The options say how many results each would leave. */
function updateCounts(page: Document): void {
  const fresh = page.querySelectorAll('#more option')
  for (const [place, option] of document.querySelectorAll('#more option').entries())
    option.textContent = fresh[place]?.textContent ?? option.textContent
}

document.addEventListener('input', event => {
  const form = formOf(event)
  if (!form) return
  const isText = (event.target as Element).matches('[type=search], [type=date]')
  clearTimeout(timer)
  const chosen = chosenName(event)
  if (chosen) return void follow(addressOf(form, chosen.dataset), ALL)
  timer = setTimeout(async () => {
    const address = addressOf(form)
    if (!(await show(address, RESULTS))) return
    remember(address, isText)
  }, WAIT_MS)
})

/** The name that was picked from the list; what is typed key by key may go on. */
function chosenName({
  target,
  inputType,
}: Event & { inputType?: string }): HTMLOptionElement | undefined {
  const { list, value } = target as HTMLInputElement
  if (!list || (inputType && inputType !== 'insertReplacementText')) return
  return [...list.querySelectorAll('option')].find(option => option.value === value)
}

document.addEventListener('submit', event => {
  const form = formOf(event) ?? (event.target as HTMLFormElement)
  if (!form.matches('#filters, .jump')) return
  event.preventDefault()
  void follow(addressOf(form), form.id === 'filters' ? RESULTS : ALL)
})

document.addEventListener('click', event => {
  const more = (event.target as Element).closest<HTMLAnchorElement>('.more')
  if (more && !isElsewhere(event)) return toggle(event, more)
  const shared = (event.target as Element).closest<HTMLAnchorElement>('#share')
  // A page without HTTPS has no clipboard: there it stays a link.
  if (shared && navigator.clipboard && !isElsewhere(event)) return share(event, shared)
  const link = (event.target as Element).closest<HTMLAnchorElement>('#views a, #chips a, .paging a')
  if (!link || isElsewhere(event)) return
  event.preventDefault()
  void follow(link.href, ALL)
})

/** Phones offer the visitor's apps, other browsers copy the address. */
function share(event: Event, link: HTMLAnchorElement): void {
  event.preventDefault()
  const data = { title: document.title, url: link.href }
  // The visitor may change their mind.
  if (navigator.share) return void navigator.share(data).catch(() => {})
  void navigator.clipboard
    .writeText(link.href)
    .then(() => (link.textContent = link.dataset.copied!))
}

/** Whether a click opens a new tab or window. */
const isElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey

/** Opens a collapsed text in place, or closes it again; without this script the link leads to the review. */
function toggle(event: Event, link: HTMLAnchorElement): void {
  event.preventDefault()
  const isOpen = link.previousElementSibling!.classList.toggle('open')
  link.dataset.more ??= link.textContent!
  link.dataset.label ??= link.ariaLabel!
  link.textContent = isOpen ? link.dataset.less! : link.dataset.more
  link.ariaLabel = isOpen ? null : link.dataset.label
  link.setAttribute('aria-expanded', String(isOpen))
}

/** With this script it is a button, which also answers to the space bar. */
document.addEventListener('keydown', event => {
  const more = (event.target as Element).closest<HTMLAnchorElement>('.more')
  if (more && event.key === ' ') toggle(event, more)
})

function prepareMore(): void {
  for (const link of document.querySelectorAll('.more:not([role])')) {
    link.setAttribute('role', 'button')
    link.setAttribute('aria-expanded', 'false')
  }
}
prepareMore()

/** An entry in the history lets the back button undo a filter. */
function remember(address: string, isText: boolean): void {
  if (isTyped && isText) history.replaceState(null, '', address)
  else if (location.href !== address) history.pushState(null, '', address)
  isTyped = isText
}

async function follow(address: string, selectors: string[]): Promise<void> {
  if (!(await show(address, selectors))) return
  remember(address, false)
  if (selectors !== ALL) return
  scrollTo({ top: 0 })
  document.getElementById('count')!.focus({ preventScroll: true })
}

/** A jump within the page is not a new page. */
addEventListener('popstate', () => {
  isTyped = false
  if (location.pathname + location.search !== shown) void show(location.href, ALL)
})
