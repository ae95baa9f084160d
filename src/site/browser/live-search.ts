/** Search as you type on /reviews: fetches the page the form would lead to and swaps in its results. */

const WAIT_MS = 120
let asking = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined
let shown = location.pathname + location.search

const find = (selector: string, within: ParentNode = document) => within.querySelector(selector)
const formOf = (event: Event) => (event.target as Element).closest<HTMLFormElement>('#filters')

/** The address the form leads to, without empty or default fields. */
function addressOf(form: HTMLFormElement): string {
  const asked = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const words = String(value).trim()
    if (words !== '' && !(name === 'sort' && words === 'newest')) asked.append(name, words)
  }
  return asked.size > 0 ? `${form.action}?${asked}` : form.action
}

/** The field being typed in, its surroundings and the live region must stay. */
const RESULTS = ['#filters summary', '#chips', '#count', '#found']
/** A different list than the form describes: update the form. */
const ALL = ['#filters', '#chips', '#count', '#found']

async function show(address: string, selectors: string[]): Promise<boolean> {
  asking.abort()
  asking = new AbortController()
  try {
    const answer = await fetch(address, { signal: asking.signal, headers: { accept: 'text/html' } })
    // A rate limit, for example, is reported without a page.
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
    // Superseded by a newer search; for any other failure the browser shows what is wrong.
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

/** A jump within the page is not a new page. */
addEventListener('popstate', () => {
  if (location.pathname + location.search !== shown) void show(location.href, ALL)
})
