/** Addresses of earlier versions of the site, and where their content is now. */
import type { Snapshot } from '../../publish/snapshot.ts'
import {
  FAQ_PATH,
  FOLDERS,
  HIGHLIGHTS_PATH,
  mentionsPath,
  SUMMARY_PATH,
  subjectPath,
} from '../base/site-paths.ts'

/** Old path → new path, both without `.md`. */
export function movedPages({ insights }: Pick<Snapshot, 'insights'>): Map<string, string> {
  return new Map([
    ...[SUMMARY_PATH, FAQ_PATH, FOLDERS.topics, FOLDERS.aspects].map(
      path => [path, HIGHLIGHTS_PATH] as const,
    ),
    ...insights.topics.map(({ id }) => {
      const topic = { kind: 'topics' as const, id }
      return [subjectPath(topic), mentionsPath(topic)] as const
    }),
  ])
}

/** Where this page is now; null if it has not moved. A page in Markdown moved to one in Markdown. */
export function movedTo(snapshot: Pick<Snapshot, 'insights'>, path: string): string | null {
  const [, page = path, suffix = ''] = /^(.+)(\.md)$/.exec(path) ?? []
  const [target, query] = movedPages(snapshot).get(page)?.split('?') ?? []
  if (target === undefined) return null
  return `${target}${suffix}${query === undefined ? '' : `?${query}`}`
}
