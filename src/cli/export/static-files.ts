/** The part of the read side that a static host can serve: everything that is not computed per request, and the headers it should send. */
import { getMimeType } from 'hono/utils/mime'
import { COMMON_HEADERS, type Headers, policyHeaders } from '../../http/response-headers.ts'
import { ROUTES } from '../../http/routes.ts'
import type { StaticFile } from '../../http/static-file.ts'
import { CATALOG_PATH } from '../../mcp/server-card.ts'
import { ListArgs } from '../../model/search.ts'
import * as paths from '../../publish/base/public-paths.ts'
import { CSV_TYPE } from '../../publish/documents/reviews-csv.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { markdownPath, movedPages } from '../../site/base/site-paths.ts'
import { ON_DEMAND_PAGES } from '../../site/pages/on-demand-pages.ts'
import { withHomeImage } from '../../site/parts/page-frame.ts'

export function* staticFiles(snapshot: Snapshot, nowMs: number): Generator<StaticFile> {
  for (const { path, contentType, identity } of snapshot.representations.values())
    if (path === paths.FRAME_PATH) yield { path: indexOf(path), render: () => identity.body }
    else if (contentType === paths.HTML)
      yield* pageFiles(snapshot, path, () => Buffer.from(identity.body).toString())
    else if (!isForAgents(path)) yield { path, render: () => identity.body }
  yield* routeFiles(snapshot, nowMs)
  yield* pageFiles(snapshot, paths.REVIEWS_PATH, () =>
    ON_DEMAND_PAGES.reviews(snapshot, ListArgs.parse({})),
  )
  for (const id of snapshot.idsStartingWith(''))
    yield* pageFiles(snapshot, `${paths.REVIEWS_PATH}/${id}`, () =>
      ON_DEMAND_PAGES.review(snapshot, snapshot.review(id)!),
    )
  yield* movedFiles(snapshot)
  yield* forHosts(snapshot)
}

/** What the table of routes says that a static host can serve. */
function* routeFiles(snapshot: Snapshot, nowMs: number): Generator<StaticFile> {
  for (const { files } of ROUTES) if (files) yield* files(snapshot, { nowMs })
}

/** A static host cannot redirect, so an old address has a copy of what is at the new one. */
function* movedFiles(snapshot: Snapshot): Generator<StaticFile> {
  for (const [path, target] of movedPages(snapshot)) {
    const page = () => pageAt(snapshot, target)
    yield { path: indexOf(path), render: page }
    const markdown = markdownPath(filePath(path))
    if (!snapshot.representations.has(markdown))
      yield { path: markdown, render: () => ON_DEMAND_PAGES.markdown(snapshot, target, page()) }
  }
}

function pageAt(snapshot: Snapshot, target: string): string {
  const prebuilt = snapshot.representations.get(target)
  if (prebuilt) return Buffer.from(prebuilt.identity.body).toString()
  const filters = Object.fromEntries(new URLSearchParams(target.slice(paths.REVIEWS_PATH.length)))
  return ON_DEMAND_PAGES.reviews(snapshot, ListArgs.parse(filters))
}

function* pageFiles(snapshot: Snapshot, path: string, page: () => string): Generator<StaticFile> {
  yield { path: indexOf(path), render: () => withHomeImage(snapshot, page()) }
  yield {
    path: markdownPath(filePath(path)),
    render: () => ON_DEMAND_PAGES.markdown(snapshot, path, page()),
  }
}

/** What static hosts themselves read: the page for wrong addresses, headers, and GitHub's switch that publishes every file as it is. */
function* forHosts(snapshot: Snapshot): Generator<StaticFile> {
  yield { path: '/404.html', render: () => ON_DEMAND_PAGES.missing(snapshot) }
  yield { path: HEADERS_FILE, render: () => renderHeadersFile(snapshot) }
  yield { path: '/.nojekyll', render: () => '' }
}

/** Static hosts serve a folder's index.html at the folder's address. */
const indexOf = (path: string) => `${path === '/' ? '' : filePath(path)}/index.html`

/** Static hosts look files up by their decoded names. Only what would lead to another folder stays escaped. */
export function filePath(path: string): string {
  const names = path.split('/').map(segment => {
    const name = decodeURIComponent(segment).replaceAll(/[/\\]/g, encodeURIComponent)
    return /^\.\.?$/.test(name) ? name.replaceAll('.', '%2E') : name
  })
  return names.join('/')
}

/** These point to an endpoint that a static host does not have. */
const isForAgents = (path: string) => path.startsWith(`${paths.MCP_PATH}/`) || path === CATALOG_PATH

/** The file `_headers`, from which Cloudflare Pages, Netlify and others take the headers of static files. */
const HEADERS_FILE = '/_headers'

type Rule = [pattern: string, headers: Headers]

/** Where several rules match an address, hosts join the values of a header with commas, so no two of them set the same one. */
export function renderHeadersFile(snapshot: Snapshot): string {
  const rules: Rule[] = [
    ['/*', COMMON_HEADERS],
    ['/*.md', { 'content-type': paths.MARKDOWN }],
    [paths.CSV_PATH, { 'content-type': CSV_TYPE }],
    ['/api/reviews/*', { 'content-type': 'application/json' }],
    ['/log/tile/*', { 'content-type': 'application/octet-stream' }],
    ...Object.keys(paths.FEED_PATHS).map(
      (feed): Rule => [
        paths.feedPagePath(feed as paths.FeedName, 'atom', '*').replace(/\.\w+$/, ''),
        { 'content-type': 'application/atom+xml' },
      ],
    ),
    ...typeRules(snapshot),
    ...policyRules(snapshot),
  ]
  const folder = paths.basePathOf(snapshot.baseUrl)
  return rules.map(([pattern, headers]) => `${folder}${pattern}\n${linesOf(headers)}`).join('')
}

const linesOf = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')

/** Documents whose ending says nothing, or too little. */
function* typeRules(snapshot: Snapshot): Generator<Rule> {
  const files = [...routeFiles(snapshot, 0)].filter(({ path }) => !path.startsWith('/api/'))
  for (const { path, contentType } of [...snapshot.representations.values(), ...files])
    if (
      contentType &&
      contentType !== paths.HTML &&
      !path.endsWith('.md') &&
      bareType(contentType) !== bareType(getMimeType(path))
    )
      yield [path, { 'content-type': contentType }]
}

const bareType = (type: string | undefined) => type?.split(';')[0]

/** Hosts redirect the address of a folder to the same with a slash. */
function policyRules(snapshot: Snapshot): Rule[] {
  const documents = [...snapshot.representations.values()]
  const pages = documents
    .filter(({ contentType }) => contentType === paths.HTML)
    .map(({ path }) => path)
  const moved = [...movedPages(snapshot).keys()]
  const folders = new Set(
    [paths.REVIEWS_PATH, ...pages, ...moved].map(path => `/${path.split('/')[1]}`),
  )
  const ofPages = policyHeaders('/', paths.HTML, snapshot)
  const ofFrame = policyHeaders(paths.FRAME_PATH, paths.HTML, snapshot)
  return [
    ...[...folders]
      .filter(folder => folder !== '/' && folder !== paths.EMBED_PATH)
      .flatMap((folder): Rule[] => [
        [folder, ofPages],
        [`${folder}/*`, ofPages],
      ]),
    ...['/', paths.EMBED_PATH, `${paths.EMBED_PATH}/`].map((path): Rule => [path, ofPages]),
    ...[paths.FRAME_PATH, `${paths.FRAME_PATH}/`].map((path): Rule => [path, ofFrame]),
    ...documents
      .filter(({ contentType }) => contentType === 'image/svg+xml')
      .map(({ path, contentType }): Rule => [path, policyHeaders(path, contentType, snapshot)]),
  ]
}
