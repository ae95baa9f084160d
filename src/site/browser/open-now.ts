/** Replaces the hours on the home page with whether the business is open now; the list of hours stays under it. */
import { createClock, type OpenSpan } from '../../locale/clock.ts'
import { type OpenState, openStateAt } from './open-state.ts'

const REFRESH_MS = 30_000

const line = document.querySelector<HTMLElement>('[data-open-hours]')
if (line) {
  show(line)
  setInterval(show, REFRESH_MS, line)
  // A page that comes back from the background may be hours old.
  document.addEventListener('visibilitychange', () => show(line))
}

function show(line: HTMLElement): void {
  const spans = line.dataset
    .openHours!.split(' ')
    .map(span => span.split('-').map(Number) as unknown as OpenSpan)
  const state = stateNow(spans, line.dataset.timeZone!)
  if (!state) return
  line.textContent = inWords(state, line.dataset)
  line.classList.toggle('is-open', state.isOpen)
}

/** An old browser may not know the time zone: then the hours stay. */
function stateNow(spans: OpenSpan[], timeZone: string): OpenState | null {
  try {
    return openStateAt(spans, new Date(), timeZone)
  } catch {
    return null
  }
}

function inWords({ isOpen, until }: OpenState, words: DOMStringMap): string {
  if (!until) return words.always!
  const { minute, weekday, needsDay } = until
  const message = words[`${isOpen ? 'open' : 'closed'}Until${needsDay ? 'Day' : ''}`]!
  const clock = createClock(document.documentElement.lang)
  return message.replace('{time}', clock.time(minute)).replace('{day}', clock.weekday(weekday))
}
