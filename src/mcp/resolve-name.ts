/** Finds what a model means by a name, and otherwise tells it which names there are. */
import type { MentionKind } from '../model/insights.ts'
import type { Snapshot } from '../publish/snapshot.ts'

/** The id of what the name stands for; otherwise the problem, for the model. */
export function resolveName(
  snapshot: Snapshot,
  kind: MentionKind,
  argument: string,
  name: string,
): { id: string } | { problem: string } {
  const known = knownIds(snapshot, kind)
  const found = snapshot.findName(kind, name)
  if ('id' in found && known.includes(found.id)) return { id: found.id }
  return { problem: unknownName(snapshot, kind, argument, name) }
}

export function unknownName(snapshot: Snapshot, kind: MentionKind, argument: string, name: string): string {
  return `${argument}: "${name}" is unknown or ambiguous. ${listNames(knownIds(snapshot, kind))}`
}

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
