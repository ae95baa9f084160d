/** Search as you type on /reviews: asks for the page that the form would lead to, and takes its results over. */

const WAIT_MS = 120
let asking = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined
let shown = location.pathname + location.search

const find = (selector: string, within: ParentNode = document) => within.querySelector(selector)
const formOf = (event: Event) => (event.target as Element).closest<HTMLFormElement>('#filters')

/** The address of what the form asks for, without the fields that are empty or as usual. */
function addressOf(form: HTMLFormElement): string {
  const asked = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const words = String(value).trim()
    if (words !== '' && !(name === 'sort' && words === 'newest')) asked.append(name, words)
  }
  return asked.size > 0 ? `${form.action}?${asked}` : form.action
}

/** What lies around the field that somebody types in must stay, and so must the live region. */
const RESULTS = ['#filters summary', '#chips', '#count', '#found']
/** Another list than the form asks for: the form follows. */
const ALL = ['#filters', '#chips', '#count', '#found']

async function show(address: string, selectors: string[]): Promise<boolean> {
  asking.abort()
  asking = new AbortController()
  try {
    const answer = await fetch(address, { signal: asking.signal, headers: { accept: 'text/html' } })
    // Too many requests, for one: that is said without a page.
    if (!answer.headers.get('content-type')?.startsWith('text/html')) throw new Error(answer.statusText)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const selector of selectors) {
      const [old, fresh] = [find(selector), find(selector, page)]
      if (!old) continue
      old.replaceChildren(...(fresh?.childNodes ?? []))
      old.className = fresh?.className ?? ''
    }
    document.title = page.title
    shown = new URL(address).pathname + new URL(address).search
    return true
  } catch (error) {
    // A newer question took its place; for every other fault the browser shows what is wrong.
    if ((error as Error).name !== 'AbortError') location.assign(address)
    return false
  }
}

document.addEventListener('input', event => {
  const form = formOf(event)
  if (!form) return
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const address = addressOf(form)
    if (await show(address, RESULTS)) history.replaceState(null, '', address)
  }, WAIT_MS)
})

document.addEventListener('submit', event => {
  const form = formOf(event)
  if (!form) return
  event.preventDefault()
  clearTimeout(timer)
  void follow(addressOf(form), RESULTS)
})

document.addEventListener('click', event => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('#chips a, .paging a')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  void follow(link.href, ALL)
})

async function follow(address: string, selectors: string[]): Promise<void> {
  if (!(await show(address, selectors))) return
  history.pushState(null, '', address)
  if (selectors !== ALL) return
  scrollTo({ top: 0 })
  document.getElementById('count')!.focus({ preventScroll: true })
}

/** A jump within the page is no other page. */
addEventListener('popstate', () => {
  if (location.pathname + location.search !== shown) void show(location.href, ALL)
})
