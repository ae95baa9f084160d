/** Whom and what a text mentions: names and aliases of the business file's roster, as whole words. */
import type { BusinessFile } from '../model/business.ts'
import type { Mentions } from '../model/review.ts'

export type FindMentions = (text: string | null) => Mentions

export function createMentionFinder(business: BusinessFile): FindMentions {
  // A person's name wants its capital letter: "Mark" came to the house, "mark" is a stain.
  const technicians = createFinder(
    business.technicians.map(person => ({ key: person.name, names: [person.name, ...person.aliases] })),
    { ignoreCase: false },
  )
  const services = createFinder(business.services.map(labelled), { ignoreCase: true })
  const service_areas = createFinder(business.service_areas.map(labelled), { ignoreCase: true })
  return text => {
    if (text === null) return { technicians: NONE, services: NONE, service_areas: NONE }
    return { technicians: technicians(text), services: services(text), service_areas: service_areas(text) }
  }
}

/** Most reviews mention nobody: they share one list, which nobody changes. */
const NONE: string[] = []

interface Named {
  key: string
  names: string[]
}

const labelled = (entry: { id: string; label: string; aliases: string[] }): Named => ({
  key: entry.id,
  names: [entry.label, ...entry.aliases],
})

/** Answers with keys in the roster's order, each once. */
function createFinder(roster: Named[], { ignoreCase }: { ignoreCase: boolean }): (text: string) => string[] {
  const spelling = (name: string) => (ignoreCase ? name.toLowerCase() : name)
  const places = new Map(
    roster.flatMap(({ names }, place) => names.map(name => [spelling(name), place] as const)),
  )
  if (places.size === 0) return () => NONE
  // The longest name first, so that "Ray Castellanos" is not read as another "Ray".
  const names = [...places.keys()].sort((a, b) => b.length - a.length).map(RegExp.escape)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`,
    ignoreCase ? 'giu' : 'gu',
  )
  return text => {
    const found = new Set<number>()
    for (const [match] of text.matchAll(pattern)) {
      const place = places.get(spelling(match))
      if (place !== undefined) found.add(place)
    }
    return found.size === 0 ? NONE : [...found].sort((a, b) => a - b).map(place => roster[place]!.key)
  }
}
