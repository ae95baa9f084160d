/** The guide for developers at /developers: five pages, documented with this business's data and ready to try. */
import { html } from 'hono/html'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Html } from '../base/page-context.ts'
import type { Page } from '../parts/page-frame.ts'
import { describeAgents, type ToolDescription } from './agents-section.ts'
import type { ApiDescription } from './api-description.ts'
import { renderDataModel } from './data-model-section.ts'
import { describeEmbeds } from './embed-section.ts'
import { groupEndpoints, renderEndpoints } from './endpoints-section.ts'
import { type Chapter, GUIDE_PATHS, guidePage } from './guide-frame.ts'
import { GUIDE } from './guide-words.ts'
import { renderErrors, renderLimits } from './limits-section.ts'
import { describePush } from './push-section.ts'
import { describeQuickstart } from './quickstart-section.ts'

export const developersPages = (
  context: RenderContext,
  api: ApiDescription,
  tools: ToolDescription[],
): Page[] => [
  quickstartPage(context, api),
  apiPage(context, api),
  guidePage(context, 'agents', describeAgents(context, api, tools)),
  guidePage(context, 'push', describePush(context)),
  guidePage(context, 'embed', describeEmbeds(context)),
]

function quickstartPage(context: RenderContext, api: ApiDescription): Page {
  const { headings } = GUIDE
  return guidePage(context, 'quickstart', {
    title: headings.quickstart,
    intro: html`<p id="quickstart">All reviews about ${context.business.name} are public, for programs too: no key, no account.${
      context.license ? ` Terms of use: ${context.license}.` : ''
    } For tools: <a href="/.well-known/openapi.json">OpenAPI 3.1</a>. For language models: <a href="/llms.txt">llms.txt</a>.</p>`,
    chapters: [
      ...describeQuickstart(context, api),
      { anchor: 'moved', title: headings.moved, content: renderMoved() },
    ],
  })
}

function apiPage(context: RenderContext, api: ApiDescription): Page {
  const { headings, pages } = GUIDE
  const groups = groupEndpoints(api)
  return guidePage(context, 'api', {
    title: pages.api,
    intro: html`<p>All endpoints are public. HEAD works wherever GET does, and CORS is open. Examples are shortened.</p>`,
    chapters: [
      {
        anchor: 'endpoints',
        title: headings.endpoints,
        content: renderEndpoints(groups),
        parts: groups,
      },
      { anchor: 'errors', title: headings.errors, content: renderErrors(api) },
      { anchor: 'limits', title: headings.limits, content: renderLimits(api) },
      { anchor: 'model', title: headings.model, content: renderDataModel(api) },
    ],
  })
}

/** The anchors of the time when the guide was one page lead here; a script goes on to where they point. */
function renderMoved(): Html {
  const { headings, pages } = GUIDE
  const moved: [anchor: string, path: string, title: Chapter['title'], about: string][] = [
    [
      'endpoints',
      GUIDE_PATHS.api,
      pages.api,
      'every endpoint, its parameters and responses, to read and to try',
    ],
    ['errors', `${GUIDE_PATHS.api}#errors`, headings.errors, 'what each status means'],
    ['limits', `${GUIDE_PATHS.api}#limits`, headings.limits, 'how much you may ask for'],
    ['model', `${GUIDE_PATHS.api}#model`, headings.model, 'every object, field by field'],
    ['agents', GUIDE_PATHS.agents, pages.agents, 'the MCP endpoint, and how to set up clients'],
    ['push', GUIDE_PATHS.push, pages.push, 'Atom, JSON Feed and WebSub'],
    ['changes', `${GUIDE_PATHS.push}#changes`, headings.changes, 'keep a copy up to date'],
    ['embed', GUIDE_PATHS.embed, pages.embed, 'show reviews on any site'],
  ]
  return html`<ul class="moved">
${moved.map(([anchor, path, title, about]) => html`<li id="${anchor}"><a href="${path}">${title}</a>: ${about}</li>\n`)}</ul>`
}
