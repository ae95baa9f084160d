/** The owner's page at /embed: choose a look, see it with the own reviews, copy one line, paste it into the site. */
import { readFileSync } from 'node:fs'
import { type Locale, localeOf } from '../../locale/locale.ts'
import { codeFile } from '../../package/package-files.ts'
import * as paths from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html, raw, sayHtml } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import {
  badgeLine,
  frameLine,
  renderCode,
  scriptTag,
  widgetLine,
} from '../developers/code-blocks.ts'
import { GUIDE_PAGES } from '../developers/developers-pages.ts'
import type { Page } from '../parts/page-frame.ts'

export function ownersEmbedPage(context: RenderContext): Page {
  const locale = localeOf(context.locale)
  const { say, words } = locale
  const looks = looksOf(context)
  const guide = html`<a href="${GUIDE_PAGES.embed.path}">${words.embed.guide}</a>`
  return {
    path: paths.EMBED_PATH,
    title: say(words.embed.title, { business: context.business.name }),
    description: words.embed.description,
    head: html`${renderScript('embed-chooser')}
<script type="module" src="${paths.WIDGET_PATH}"></script>`,
    content: html`<div class="owners" data-words="${JSON.stringify(words.embed.script)}">
<h1>${words.embed.heading}</h1>
<p class="lead">${words.embed.lead}</p>
${renderChooser(context, looks)}
<h2 id="paste">${words.embed.paste}</h2>
${renderSites(locale, context.baseUrl)}
<details class="fold"><summary>${words.embed.everyLine}</summary>
${looks.map(({ title, line }) => renderLine(locale, title, line))}${renderLine(locale, words.embed.frame, frameLine(context))}</details>
<p>${sayHtml(locale, words.embed.forDevelopers, { guide })}</p>
</div>`,
  }
}

interface Look {
  name: string
  title: string
  /** The line as it is copied, without options. */
  line: string
}

/** The rating alone comes first: it is what most owners want beside their telephone number. */
function looksOf(context: RenderContext): Look[] {
  const { looks } = localeOf(context.locale).words.embed
  const widget = (name: 'line' | 'grid' | 'list' | 'carousel', limit = {}): Look => ({
    name,
    title: looks[name],
    line: widgetLine(context, { layout: name, ...limit }),
  })
  return [
    widget('line'),
    widget('grid', { limit: '3' }),
    widget('list', { limit: '3' }),
    widget('carousel', { limit: '6' }),
    {
      name: 'badge-light',
      title: looks.badgeLight,
      line: badgeLine(context, paths.LIGHT_BADGE_PATH),
    },
    { name: 'badge-dark', title: looks.badgeDark, line: badgeLine(context, paths.DARK_BADGE_PATH) },
  ]
}

const renderLine = (
  { say, words }: Locale,
  title: string,
  line: string,
): Html => html`<p>${title}</p>
${renderCode(say(words.embed.codeOf, { look: title }), 'html', line)}
`

/** Needs its script: without one, all lines are under the instructions. */
function renderChooser(context: RenderContext, looks: Look[]): Html {
  const { words } = localeOf(context.locale)
  const [first] = looks
  return html`<section class="chooser needs-script" data-markdown="skip" data-script="${scriptTag(context)}" aria-labelledby="choose">
<h2 id="choose">${words.embed.choose}</h2>
<div class="looks" role="radiogroup" aria-labelledby="choose">
${looks.map((look, place) => renderLook(look, place === 0))}</div>
${renderOptions(context)}
<h2 id="preview">${words.embed.preview}</h2>
<div class="preview"><reviews-widget layout="line"></reviews-widget><img src="${paths.LIGHT_BADGE_PATH}" alt="" height="40" hidden></div>
<p class="muted">${words.embed.previewNote}</p>
<h2 id="copy">${words.embed.copyHeading}</h2>
${renderCode(words.embed.codeToCopy, 'html', first!.line)}
</section>`
}

const renderLook = ({ name, title, line }: Look, isFirst: boolean): Html =>
  html`<label class="look"><input type="radio" name="look" value="${name}" data-line="${line}"${isFirst ? raw(' checked') : ''}>${drawLook(name)}<span>${title}</span></label>\n`

const COUNTS = [3, 4, 6, 9, 12]
const MOST_STARS = 5
const STARS = [MOST_STARS, 4, 3]
const THEMES = ['light', 'dark', 'auto'] as const

/** `data-for` names the looks that have the option. */
function renderOptions(context: RenderContext): Html {
  const { say, number, words } = localeOf(context.locale)
  const { embed } = words
  const counts = COUNTS.map(count => html`<option value="${count}">${number(count)}</option>`)
  const stars = STARS.map(
    count =>
      html`<option value="${count}">${say(count === MOST_STARS ? words.reviews.stars : embed.starsOrMore, { count })}</option>`,
  )
  const themes = THEMES.map(
    theme => html`<option value="${theme}">${embed.colorsOf[theme]}</option>`,
  )
  const mentions = renderMentions(context)
  return html`<details class="fold"><summary>${embed.options}</summary>
<div class="fields">
<label data-for="grid list carousel">${embed.count} <select name="limit">${counts}</select></label>
<label data-for="grid list carousel">${embed.stars} <select name="min-rating"><option value="">${embed.allReviews}</option>${stars}</select></label>
${mentions ? html`<label data-for="grid list carousel">${embed.mentioning} <select name="mentions"><option value="">${embed.anything}</option>${mentions}</select></label>` : ''}
<label data-for="line grid list carousel">${embed.colors} <select name="theme"><option value="">${embed.colorsOf.page}</option>${themes}</select></label>
</div>
<p class="muted">${embed.filtered}</p>
</details>`
}

/** People and services that reviews mention; null where there are none. The value is an attribute of the widget with its value. */
function renderMentions({ subjects, site }: RenderContext): Html | null {
  const groups = (['technician', 'service'] as const).flatMap(attribute => {
    const options = subjects
      .filter(({ kind, insight }) => kind === `${attribute}s` && insight !== null)
      .map(({ id, label }) => html`<option value="${attribute}=${id}">${label}</option>`)
    return options.length === 0
      ? []
      : html`<optgroup label="${site.labels[attribute].many}">${options}</optgroup>`
  })
  return groups.length > 0 ? html`${groups}` : null
}

const SITES = ['wordpress', 'wix', 'squarespace', 'shopify', 'html'] as const

/** One site is open at a time; the most common one is from the start. */
const renderSites = ({ say, words }: Locale, baseUrl: string): Html =>
  html`${SITES.map(site => {
    const { first, second, third } = words.embed.steps[site]
    return html`<details class="fold" name="site"${site === 'wordpress' ? raw(' open') : ''}><summary>${words.embed.sites[site]}</summary>
<ol>
<li>${first}</li>
<li>${second}</li>
<li>${third}</li>
</ol>
<p class="muted">${say(words.embed.notes[site], { site: baseUrl })}</p>
</details>
`
  })}`

/** A small drawing of a look that an owner can choose. */
const drawLook = (look: string): Html =>
  raw(readFileSync(codeFile(`site/pages/looks/${look}.svg`), 'utf8').trimEnd())
