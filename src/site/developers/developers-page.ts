/** The page at /developers: the whole API, documented with this business's data and ready to try. */
import { html } from 'hono/html'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Html } from '../base/page-context.ts'
import { renderScript } from '../base/scripts.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderAgents, type ToolDescription } from './agents-section.ts'
import type { ApiDescription } from './api-description.ts'
import { renderDataModel } from './data-model-section.ts'
import { renderEmbedSection } from './embed-section.ts'
import { type Group, groupEndpoints, renderEndpoints } from './endpoints-section.ts'
import { renderErrors, renderLimits } from './limits-section.ts'
import { renderChanges, renderPush } from './push-section.ts'
import { renderQuickstart } from './quickstart-section.ts'

export const developersPage = (
  context: RenderContext,
  api: ApiDescription,
  tools: ToolDescription[],
): Page => ({
  path: '/developers',
  title: `For developers: reviews of ${context.business.name}`,
  description: `The API for the reviews of ${context.business.name}: every endpoint to read and to try, feeds, WebSub, and MCP for AI agents.`,
  head: renderScript('try-it'),
  content: renderDevelopers(context, api, tools),
})

interface Section {
  anchor: string
  title: string
  content: Html
}

/** The content of <main>. */
function renderDevelopers(context: RenderContext, api: ApiDescription, tools: ToolDescription[]): Html {
  const groups = groupEndpoints(api)
  const sections: Section[] = [
    { anchor: 'quickstart', title: 'Quickstart', content: renderQuickstart(context, api) },
    { anchor: 'endpoints', title: 'Endpoints', content: renderEndpoints(groups) },
    { anchor: 'agents', title: 'AI agents', content: renderAgents(context, api, tools) },
    { anchor: 'push', title: 'Feeds and WebSub', content: renderPush(context) },
    { anchor: 'changes', title: 'The change feed', content: renderChanges(context) },
    { anchor: 'errors', title: 'Errors', content: renderErrors(api) },
    { anchor: 'limits', title: 'Limits', content: renderLimits(api) },
    { anchor: 'embed', title: 'Embedding', content: renderEmbedSection(context) },
    { anchor: 'model', title: 'Data model', content: renderDataModel(api) },
  ]
  return html`<h1>For developers and agents</h1>
<p>Everything that the reviews of ${context.business.name} say is public, for programs too: no key, no account.${
    context.license ? ` Terms of use: ${context.license}.` : ''
  } The same as a file for tools: <a href="/.well-known/openapi.json">OpenAPI 3.1</a>; as a short text: <a href="/llms.txt">llms.txt</a>.</p>
${renderContents(sections, groups)}
${sections.map(renderSection)}`
}

const renderSection = ({
  anchor,
  title,
  content,
}: Section): Html => html`<section class="chapter" aria-labelledby="${anchor}">
<h2 id="${anchor}">${title}</h2>
${content}
</section>
`

const renderContents = (
  sections: Section[],
  groups: Group[],
): Html => html`<nav class="contents card" aria-label="On this page">
<ul>
${sections.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a>${anchor === 'endpoints' ? renderGroups(groups) : ''}</li>\n`)}</ul>
</nav>`

const renderGroups = (groups: Group[]): Html => html`<ul>
${groups.map(
  ({ anchor, title, endpoints }) => html`<li><a href="#${anchor}">${title}</a><ul>
${endpoints.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>\n`)}</ul></li>
`,
)}</ul>`
