/** Whether anything published here was removed: the sentence that pages and their footers share. */
import type { Locale } from '../../locale/locale.ts'
import type { History } from '../../model/change.ts'
import { type Html, html } from '../base/markup.ts'

const REMOVALS_PATH = '/policy#fates'
/** What that sentence cannot show. */
export const LIMITS_PATH = '/policy#limits'

/** Only for a log that has begun. */
export function renderRemoved(locale: Locale, { ever_published, shown, log_began_at }: History): Html {
  const { noneRemoved, removed } = locale.words.home
  const count = ever_published - shown
  const date = locale.date(log_began_at!)
  if (count === 0) return html`${locale.say(noneRemoved, { date })}`
  return html`<a href="${REMOVALS_PATH}">${locale.say(removed, { count, date })}</a>`
}
