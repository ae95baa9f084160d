/** The addresses of the pages, and where those of earlier versions lead. */
import { pathName } from '../../model/business.ts'
import { PARAMETER_OF } from '../../model/filters.ts'
import { OG_FOLDER, OG_PATH, REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { Subject, SubjectKind } from '../../publish/context/subjects.ts'
import type { Snapshot } from '../../publish/snapshot.ts'

export const FOLDERS: Record<SubjectKind, string> = {
  technicians: '/technicians',
  services: '/services',
  service_areas: '/areas',
  topics: '/topics',
  aspects: '/aspects',
}

export const HIGHLIGHTS_PATH = '/highlights'

/** Summary and FAQ exist as Markdown only. */
export const SUMMARY_PATH = '/summary'
export const FAQ_PATH = '/faq'

export const reviewPath = (id: string) => `${REVIEWS_PATH}/${id}`

type Named = Pick<Subject, 'kind' | 'id'>

/** A name may contain letters that an address must escape. */
export const subjectPath = ({ kind, id }: Named) =>
  `${FOLDERS[kind]}/${encodeURIComponent(pathName(id))}`

/** The list of reviews with these filters; names are those of the API. */
export function reviewsPath(
  filters: Record<string, string | number | boolean | undefined>,
): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? REVIEWS_PATH : `${REVIEWS_PATH}?${new URLSearchParams(given)}`
}

/** The list of exactly the reviews that a search finds. */
export const listOfSearch = (searchUrl: string) => REVIEWS_PATH + new URL(searchUrl).search

/** The list of exactly the reviews that mention a subject, with further filters. */
export const mentionsPath = ({ kind, id }: Named, more: Parameters<typeof reviewsPath>[0] = {}) =>
  reviewsPath({ [PARAMETER_OF[kind]]: id, ...more })

const OWN_IMAGE = new RegExp(
  `^(?:${REVIEWS_PATH}|(?:${[REVIEWS_PATH, ...Object.values(FOLDERS)].join('|')})/[^/]+)$`,
)

/** The share image of a page; pages without their own show that of the home page. */
export const shareImagePath = (path: string) =>
  OWN_IMAGE.test(path) ? `${OG_FOLDER}${path}.png` : OG_PATH

/** The same page as Markdown. */
export const markdownPath = (path: string) => (path === '/' ? '/index.md' : `${path}.md`)

/** Addresses of earlier versions of the site, and where their content is now, both without `.md`. */
export const movedPages = ({ insights }: Pick<Snapshot, 'insights'>): Map<string, string> =>
  new Map([
    ...[SUMMARY_PATH, FAQ_PATH, FOLDERS.topics, FOLDERS.aspects].map(
      path => [path, HIGHLIGHTS_PATH] as const,
    ),
    ...insights.topics
      .map(({ id }) => ({ kind: 'topics' as const, id }))
      .map(topic => [subjectPath(topic), mentionsPath(topic)] as const),
  ])

/** Where this page is now; null if it has not moved. A page in Markdown moved to one in Markdown. */
export function movedTo(snapshot: Pick<Snapshot, 'insights'>, path: string): string | null {
  const [, page = path, suffix = ''] = /^(.+)(\.md)$/.exec(path) ?? []
  const target = movedPages(snapshot).get(page)
  return target?.replace(/^[^?]+/, `$&${suffix}`) ?? null
}
