/** The discovery files llms.txt and robots.txt, and the API catalog. */
import { readFileSync } from 'node:fs'
import type { Json } from '../model/scalars.ts'
import { SearchArgs } from '../model/search.ts'
import { codeFile } from '../package/package-files.ts'
import { MCP_PATH } from '../publish/base/public-paths.ts'
import { publishedRating } from '../publish/context/aggregate-rating.ts'
import { exampleDate, type RenderContext } from '../publish/context/render-context.ts'
import type { SubjectKind } from '../publish/context/subjects.ts'
import type { Document } from '../publish/documents/document.ts'
import { ROUTES, type Route } from './routes.ts'
import { API_CATALOG_PATH } from './well-known-texts.ts'

export const LLMS_PATH = '/llms.txt'
export const ROBOTS_PATH = '/robots.txt'

/** In the format of llmstxt.org: a title, a summary, sections of links. Clients short of context may skip "Optional". */
export function renderLlms(context: RenderContext): Document {
  const { baseUrl, business, aggregateRating } = context
  const { rating_value, review_count } = publishedRating(aggregateRating)
  const average = rating_value === null ? '' : `, ${rating_value} of 5 stars on average`
  const values: Record<string, string> = {
    base: baseUrl,
    business: business.name,
    rating: `${review_count} customer reviews about ${business.name}${average}`,
    fictional: business.fictional
      ? ' This business is fictional: everything here was made up to show the service.'
      : '',
    subjects: listKinds(context),
    parameters: Object.keys(SearchArgs.shape).join(', '),
    date: exampleDate(context),
  }
  const pages = readFileSync(codeFile('http/llms.md'), 'utf8')
  const body = `${pages}${SECTIONS.map(renderSection).join('')}`.replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name) => values[name]!,
  )
  return { path: LLMS_PATH, contentType: 'text/plain; charset=utf-8', body }
}

const SECTIONS = ['Data', 'Feeds', 'Agents', 'Optional'] as const

/** The lines that the table of routes has for a section. */
function renderSection(section: (typeof SECTIONS)[number]): string {
  const lines = ROUTES.flatMap(({ path, llms }) =>
    llms?.section === section
      ? [`- [${llms.title}]({{base}}${llms.address ?? path}): ${llms.about}\n`]
      : [],
  )
  return `\n## ${section}\n\n${lines.join('')}`
}

const KINDS: [kind: SubjectKind, page: string, about: string][] = [
  ['technicians', 'technicians', 'people mentioned in reviews'],
  ['services', 'services', 'services mentioned in reviews'],
  ['service_areas', 'areas', 'places mentioned in reviews'],
]

/** Only those that the site has pages for. */
function listKinds({ baseUrl, subjects }: RenderContext): string {
  return KINDS.filter(([kind]) => subjects.some(subject => subject.kind === kind))
    .map(
      ([, page, about]) =>
        `- [${page.charAt(0).toUpperCase()}${page.slice(1)}](${baseUrl}/${page}.md): ${about}\n`,
    )
    .join('')
}

export const renderRobots = ({ baseUrl }: Pick<RenderContext, 'baseUrl'>): Document => ({
  path: ROBOTS_PATH,
  contentType: 'text/plain; charset=utf-8',
  body: `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/sitemap.xml\n`,
})

export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** For programs that know only the host name (RFC 9727). */
export const renderApiCatalog = (context: Pick<RenderContext, 'baseUrl'>): Document => ({
  path: API_CATALOG_PATH,
  contentType: API_CATALOG_TYPE,
  body: JSON.stringify({ linkset: describeApis(context) }),
})

/** A linkset (RFC 9264): what the table of routes says about each address, and the pages that describe the APIs. */
export function describeApis({ baseUrl }: Pick<RenderContext, 'baseUrl'>): Json[] {
  const links: CatalogLink[] = [
    { anchor: API_CATALOG_PATH, relation: 'item', path: '/' },
    ...ROUTES.flatMap(({ path, catalog }) => (catalog ? [{ ...catalog, path }] : [])),
    { anchor: '/', relation: 'service-doc', path: '/developers', type: 'text/html' },
    { anchor: '/', relation: 'service-doc', path: '/developers.md', type: 'text/markdown' },
    { anchor: MCP_PATH, relation: 'service-doc', path: '/developers', type: 'text/html' },
    { anchor: MCP_PATH, relation: 'status', path: '/healthz', type: 'application/json' },
  ]
  return [...Map.groupBy(links, ({ anchor }) => anchor)].map(([anchor, about]) => ({
    anchor: baseUrl + anchor,
    ...Object.fromEntries(
      Map.groupBy(about, ({ relation }) => relation)
        .entries()
        .map(([relation, targets]) => [
          relation,
          targets.map(({ path, type }) => ({ href: baseUrl + path, ...(type && { type }) })),
        ]),
    ),
  }))
}

type CatalogLink = NonNullable<Route['catalog']> & { path: string }
