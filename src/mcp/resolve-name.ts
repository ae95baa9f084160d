/** Finds what a model means by a name or an id, and otherwise tells it why there is nothing, and which names there are. */
import type { MentionKind } from '../model/insights.ts'
import type { Snapshot } from '../publish/snapshot.ts'

/** The id of what the name stands for; otherwise the problem, for the model. */
export function resolveName(
  snapshot: Snapshot,
  kind: MentionKind,
  argument: string,
  name: string,
): { id: string } | { problem: string } {
  const others = kind === 'aspects' ? snapshot.otherAspects.map(({ id }) => id) : []
  const known = [...knownIds(snapshot, kind), ...others]
  const found = snapshot.findName(kind, name)
  if ('id' in found && known.includes(found.id)) return { id: found.id }
  return { problem: unknownName(snapshot, kind, argument, name) }
}

export function unknownName(
  snapshot: Snapshot,
  kind: MentionKind,
  argument: string,
  name: string,
): string {
  return `${argument}: "${name}" is unknown or ambiguous. ${listNames(knownIds(snapshot, kind))}`
}

export const unknownLanguage = ({ languages }: Snapshot, tag: string) =>
  `language: no review is known to be in "${tag}". ${listNames(languages.map(({ language }) => language))}`

/** A model that needs more can read the summary. */
const MOST_LISTED = 50

function listNames(ids: string[]): string {
  if (ids.length === 0) return 'There are none yet.'
  const more = ids.length > MOST_LISTED ? ` and ${ids.length - MOST_LISTED} more` : ''
  return `Known: ${ids.slice(0, MOST_LISTED).join(', ')}${more}.`
}

/** People, services and areas as the business lists them; the rest as reviews mention them. */
function knownIds({ business, insights }: Snapshot, kind: MentionKind): string[] {
  if (kind === 'technicians') return business.technicians.map(({ name }) => name)
  if (kind === 'services' || kind === 'service_areas') return business[kind].map(({ id }) => id)
  const list = kind === 'problems' ? insights.entities.problems : insights[kind]
  return list.map(({ id }) => id)
}

/** People hand assistants the address of a review's page, or of its JSON. */
function idIn({ baseUrl }: Snapshot, wanted: string): string {
  const path = wanted.startsWith(`${baseUrl}/`) ? wanted.slice(baseUrl.length) : ''
  return /^\/(?:api\/)?reviews\/(\w+)(?:\.md)?(?:[?#]|$)/.exec(path)?.[1] ?? wanted
}

/** A removed review is reported as the API does with status 410: when, why, and where the log says so. */
export function findOneReview(
  snapshot: Snapshot,
  wanted: string,
): { json: Uint8Array } | { problem: string; removed: boolean } {
  const id = idIn(snapshot, wanted)
  const json = snapshot.review(id)
  if (json) return { json }
  const gone = snapshot.log.goneEntry(id)
  if (!gone)
    return {
      problem: `id: there is no review "${id}". search_reviews returns ids.`,
      removed: false,
    }
  const { seq, op, at, reason } = gone
  return {
    problem: `id: review ${id} has been removed (410 gone). Removed at ${at}, operation ${op}, reason ${reason}, log entry ${seq}. Its text and author are no longer available; verify_history counts all removals.`,
    removed: true,
  }
}
