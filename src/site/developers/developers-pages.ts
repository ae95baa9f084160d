/** The guide for developers at /developers: five pages, documented with this business's data and ready to try. */
import { localeOf } from '../../locale/locale.ts'
import { BADGE_PATH, MCP_PATH, SEARCH_PATH } from '../../publish/base/public-paths.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html } from '../base/markup.ts'
import type { Page } from '../parts/page-frame.ts'
import { type ApiDescription, mediaOf, parameterOf } from './api-description.ts'
import { formatJson } from './code-blocks.ts'
import { badgeLine, frameLine, widgetLine } from './embed-lines.ts'
import { groupEndpoints, renderEndpoints } from './endpoints.ts'
import { guidePage } from './guide-frame.ts'
import type { GuideValues } from './guide-text.ts'
import { renderDataModel } from './schema-tables.ts'

export interface ToolDescription {
  name: string
  title: string
  description: string
}

export function developersPages(
  context: RenderContext,
  api: ApiDescription,
  tools: ToolDescription[],
): Page[] {
  const groups = groupEndpoints(api)
  return [
    guidePage(context, 'quickstart', quickstartValues(context, api)),
    guidePage(context, 'api', { ...apiValues(api), endpoints: renderEndpoints(groups) }, groups),
    guidePage(context, 'agents', { ...toolCallValues(api), tools: renderTools(tools) }),
    guidePage(context, 'push', {}),
    guidePage(context, 'embed', embedValues(context)),
  ]
}

function quickstartValues(context: RenderContext, api: ApiDescription): GuideValues {
  const [first_day, last_day] = monthOf(exampleDate(context))
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

/** The first and the last day of the month of a date. */
function monthOf(date: string): [first: string, last: string] {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return [`${last.slice(0, 7)}-01`, last]
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
    objects: renderDataModel(api),
  }
}

const renderTools = (tools: ToolDescription[]): Html => html`<dl>
${tools.map(({ name, title, description }) => html`<dt><code>${name}</code> ${title}</dt><dd>${description}</dd>\n`)}</dl>`

/** The example from the OpenAPI document, with its headers. */
function toolCallValues({ paths }: ApiDescription): GuideValues {
  const { parameters = [], requestBody } = paths[MCP_PATH]!.post!
  const headers = [
    ['Content-Type', 'application/json'],
    ...parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, String(example)]])),
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
