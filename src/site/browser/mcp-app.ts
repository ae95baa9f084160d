/**
 * The reviews inside an AI client (MCP Apps, SEP-1865): gives <reviews-widget> the filters that the tool was called with, and tells
 * the client how tall it is and which link was followed. Other sites never load this.
 */
import { ATTRIBUTES } from './widget.ts'

type Params = Record<string, unknown>

const VERSION = '2026-01-26'
const INITIALIZE = 0
const MOST_SHOWN = 12

const widget = document.querySelector('reviews-widget')!
let sent = INITIALIZE

/** The client's origin is unknown, and nothing here is secret. */
const post = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const notify = (method: string, params: Params) => post({ method, params })

const HANDLERS = new Map<string, (params: Params) => void>([
  ['ui/notifications/tool-input', ({ arguments: given }) => showFiltered((given ?? {}) as Params)],
  ['ui/notifications/host-context-changed', applyContext],
])

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  const { id, method, params, result } = data
  if (method === undefined) {
    if (id === INITIALIZE && result) start(result.hostContext ?? {})
  } else if (id !== undefined) post({ id, result: {} })
  else HANDLERS.get(method)?.(params ?? {})
})

/** A frame cannot open links by itself. */
addEventListener('click', event => {
  const followed = event.composedPath().find(node => node instanceof HTMLAnchorElement)
  if (!followed) return
  event.preventDefault()
  post({ id: ++sent, method: 'ui/open-link', params: { url: followed.href } })
})

post({
  id: INITIALIZE,
  method: 'ui/initialize',
  params: {
    protocolVersion: VERSION,
    appInfo: { name: 'reviews', version: '1' },
    appCapabilities: {},
  },
})

function start(context: Params): void {
  applyContext(context)
  notify('ui/notifications/initialized', {})
  new ResizeObserver(() =>
    notify('ui/notifications/size-changed', { height: widget.scrollHeight }),
  ).observe(widget)
}

function applyContext({ theme }: Params): void {
  if (theme === 'light' || theme === 'dark') widget.setAttribute('theme', theme)
}

function showFiltered(given: Params): void {
  for (const [attribute, parameter] of ATTRIBUTES) {
    const value = given[parameter]
    if (value === undefined) widget.removeAttribute(attribute)
    else widget.setAttribute(attribute, String(value))
  }
  const { limit } = given
  if (Number(limit) >= 1) widget.setAttribute('limit', String(Math.min(Number(limit), MOST_SHOWN)))
}
