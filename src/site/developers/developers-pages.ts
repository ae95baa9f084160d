/** The guide for developers at /developers: five pages, documented with this business's data and ready to try, and what surrounds each. */
import { localeOf } from '../../locale/locale.ts'
import { daysOf } from '../../model/scalars.ts'
import { BADGE_PATH, MCP_PATH, SEARCH_PATH } from '../../publish/base/public-paths.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import type { Page, PageAt } from '../parts/page-frame.ts'
import { badgeLine, formatJson, frameLine, widgetLine } from './code-blocks.ts'
import { groupEndpoints, renderEndpoints } from './endpoints.ts'
import guide from './guide.json' with { type: 'json' }
import { fillIn, type GuideValues, readGuideText } from './guide-text.ts'
import { type ApiDescription, mediaOf, parameterOf, renderDataModel } from './schema-tables.ts'

export type ToolDescription = Record<'name' | 'title' | 'description', string>

export function developersPages(
  context: RenderContext,
  describeApi: () => ApiDescription,
  tools: ToolDescription[],
): PageAt[] {
  const render: Record<GuidePage, (page: GuidePage) => Page> = {
    quickstart: page => guidePage(context, page, quickstartValues(context, describeApi())),
    api(page) {
      const api = describeApi()
      const groups = groupEndpoints(api)
      return guidePage(
        context,
        page,
        { ...apiValues(api), endpoints: renderEndpoints(groups) },
        groups,
      )
    },
    agents: page =>
      guidePage(context, page, { ...toolCallValues(describeApi()), tools: renderTools(tools) }),
    push: page => guidePage(context, page, {}),
    embed: page => guidePage(context, page, embedValues(context)),
  }
  return Object.entries(render).map(([name, page]) => [
    GUIDE_PAGES[name as GuidePage].path,
    () => page(name as GuidePage),
  ])
}

function quickstartValues(context: RenderContext, api: ApiDescription): GuideValues {
  const { since: first_day, until: last_day } = daysOf(exampleDate(context).slice(0, 7))
  // It contains only letters, so it needs no escapes in any of the languages.
  const word = parameterOf(api, SEARCH_PATH, 'query').example
  return {
    business: context.business.name,
    terms: context.license ? ` Terms of use: ${context.license}.` : '',
    first_day,
    last_day,
    ...(word
      ? { filter: 'query', value: word, literal: `'${word}'` }
      : { filter: 'rating', value: 5, literal: 5 }),
  }
}

function apiValues(api: ApiDescription): GuideValues {
  const hits = parameterOf(api, SEARCH_PATH, 'limit').schema
  const changes = parameterOf(api, '/api/reviews/changes', 'limit').schema
  return {
    most_hits: hits.maximum!,
    usual_hits: String(hits.default),
    most_changes: changes.maximum!,
    usual_changes: String(changes.default),
    error: formatJson(mediaOf(api.paths[SEARCH_PATH]!.get!.responses[400]!.content)!.example),
    objects: renderDataModel(api.components.schemas),
  }
}

const renderTools = (tools: ToolDescription[]): Html => html`<dl>
${tools.map(({ name, title, description }) => html`<dt><code>${name}</code> ${title}</dt><dd>${description}</dd>\n`)}</dl>`

/** The example from the OpenAPI document, with its headers. */
function toolCallValues({ paths }: ApiDescription): GuideValues {
  const { parameters = [], requestBody } = paths[MCP_PATH]!.post!
  const headers = [
    ['Content-Type', 'application/json'],
    ...parameters.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, String(example)]],
    ),
  ]
  const message = formatJson(mediaOf(requestBody!.content)!.example)
  return {
    curl_headers: headers.map(([name, value]) => `  -H '${name}: ${value}' \\\n`).join(''),
    headers: [...headers, ['Accept', 'application/json, text/event-stream']]
      .map(([name, value]) => `'${name}': '${value}'`)
      .join(',\n    '),
    message,
    message_indented: message.replaceAll('\n', '\n  '),
  }
}

const embedValues = (context: RenderContext): GuideValues => ({
  locale: context.locale,
  chooser: localeOf(context.locale).words.embed.heading,
  widget: widgetLine(context, { layout: 'grid', limit: '3' }),
  badge: badgeLine(context, BADGE_PATH),
  frame: frameLine(context),
})

export const GUIDE_PAGES = guide.pages
type GuidePage = keyof typeof GUIDE_PAGES

/** A chapter or a part of one, as the menu lists it. */
type Entry = { anchor: string; title: string; parts?: Entry[] }

/** The groups of endpoints are listed in the menu too, under their chapter. The guide is in English in every language, and so is what its script says. */
function guidePage(
  context: RenderContext,
  page: GuidePage,
  values: GuideValues,
  endpoints: Entry[] = [],
) {
  const { say, words } = localeOf(context.locale)
  const { title, intro, chapters } = readGuideText(page)
  const filled = { base: context.baseUrl, ...values }
  const business = context.business.name
  const entries = chapters.map(({ anchor, title }) =>
    anchor === 'endpoints' ? { anchor, title, parts: endpoints } : { anchor, title },
  )
  return {
    path: GUIDE_PAGES[page].path,
    title: say(words.developers.titles[page], { business }),
    description: say(words.developers.descriptions[page], { business }),
    head: renderScript('try-it'),
    content: html`<div class="guide" lang="en" data-words="${JSON.stringify(guide.scriptWords)}">
${renderMenu(page, entries)}
<div class="chapters">
<h1>${title}</h1>
${fillIn(intro, filled)}
${chapters.map(
  ({ anchor, title, content }) => html`<section class="chapter" aria-labelledby="${anchor}">
<h2 id="${anchor}">${title}</h2>
${fillIn(content, filled)}
</section>
`,
)}</div>
</div>`,
  }
}

/** Beside the text on wide screens, folded above it on small ones. */
const renderMenu = (current: GuidePage, chapters: Entry[]): Html =>
  html`<nav class="guide-menu" aria-label="Developer guide">
<details><summary>Developer guide: ${GUIDE_PAGES[current].name}</summary>
<ul>
${Object.entries(GUIDE_PAGES).map(
  ([page, { path, name }]) =>
    html`<li><a href="${path}"${page === current ? html` aria-current="page"` : ''}>${name}</a>${page === current ? renderChapterList(chapters) : ''}</li>\n`,
)}</ul>
</details>
</nav>`

const renderChapterList = (chapters: Entry[]): Html => html`
<ul>
${chapters.map(
  ({ anchor, title, parts = [] }) =>
    html`<li><a href="#${anchor}">${title}</a>${parts.length > 0 ? renderChapterList(parts) : ''}</li>\n`,
)}</ul>`
