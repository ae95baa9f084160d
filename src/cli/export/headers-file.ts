/** The file `_headers`, from which Cloudflare Pages, Netlify and others take the headers of static files. */
import { extname } from 'node:path'
import { COMMON_HEADERS, type Headers, policyHeaders } from '../../http/response-headers.ts'
import { REVIEW_PATH } from '../../http/review-endpoints.ts'
import {
  EMBED_PATH,
  FEED_PATHS,
  type FeedName,
  FRAME_PATH,
  feedPagePath,
  HTML,
  MARKDOWN,
  REVIEWS_PATH,
} from '../../publish/base/public-paths.ts'
import { CSV_PATH, CSV_TYPE } from '../../publish/documents/reviews-csv.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { movedPages } from '../../site/pages/moved-pages.ts'

export const HEADERS_FILE = '/_headers'

type Rule = [pattern: string, headers: Headers]

/** What hosts serve files with, by their ending. */
const BY_ENDING: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** Where several rules match an address, hosts join the values of a header with commas, so no two of them set the same one. */
export function renderHeadersFile(snapshot: Snapshot): string {
  const rules: Rule[] = [
    ['/*', COMMON_HEADERS],
    ['/*.md', { 'content-type': MARKDOWN }],
    [CSV_PATH, { 'content-type': CSV_TYPE }],
    [REVIEW_PATH.replace(':id', '*'), { 'content-type': 'application/json' }],
    ['/log/tile/*', { 'content-type': 'application/octet-stream' }],
    ...Object.keys(FEED_PATHS).map(
      (feed): Rule => [
        feedPagePath(feed as FeedName, 'atom', '*').replace(/\.\w+$/, ''),
        { 'content-type': 'application/atom+xml' },
      ],
    ),
    ...typeRules(snapshot),
    ...policyRules(snapshot),
  ]
  return rules.map(([pattern, headers]) => `${pattern}\n${linesOf(headers)}`).join('')
}

const linesOf = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')

/** Documents whose ending says nothing, or too little. */
function* typeRules({ representations }: Snapshot): Generator<Rule> {
  for (const { path, contentType } of representations.values())
    if (contentType !== HTML && contentType.split(';')[0] !== BY_ENDING[extname(path)])
      yield [path, { 'content-type': contentType }]
}

/** Hosts redirect the address of a folder to the same with a slash. */
function policyRules(snapshot: Snapshot): Rule[] {
  const documents = [...snapshot.representations.values()]
  const pages = documents.filter(({ contentType }) => contentType === HTML).map(({ path }) => path)
  const moved = [...movedPages(snapshot).keys()]
  const folders = new Set([REVIEWS_PATH, ...pages, ...moved].map(path => `/${path.split('/')[1]}`))
  const ofPages = policyHeaders('/', HTML, snapshot)
  const ofFrame = policyHeaders(FRAME_PATH, HTML, snapshot)
  return [
    ...[...folders]
      .filter(folder => folder !== '/' && folder !== EMBED_PATH)
      .flatMap((folder): Rule[] => [
        [folder, ofPages],
        [`${folder}/*`, ofPages],
      ]),
    ...['/', EMBED_PATH, `${EMBED_PATH}/`].map((path): Rule => [path, ofPages]),
    ...[FRAME_PATH, `${FRAME_PATH}/`].map((path): Rule => [path, ofFrame]),
    ...documents
      .filter(({ contentType }) => contentType === 'image/svg+xml')
      .map(({ path, contentType }): Rule => [path, policyHeaders(path, contentType, snapshot)]),
  ]
}
