/** Sums up the CPU profiles of a start: in which phase each thread was, and when. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A phase is known by functions; the innermost of them on the stack counts. */
const PHASES: Record<string, string[]> = {
  'finding modules': ['resolveSync'],
  'reading and compiling modules': ['loadAndTranslate', 'wrapModuleLoad'],
  'linking modules': ['syncLink', 'link'],
  'running modules': ['evaluate'],
  "loading Node's own modules": ['compileForInternalLoader', 'requireBuiltin'],
  'loading the engine': ['readEngine', 'openWeights'],
  'creating the network': ['createNetwork'],
  'opening the database': ['openStore', 'openSqlite', 'migrateSchema'],
  'reading reviews and analyses': [
    'readChanges',
    'findAnalyses',
    'changesSince',
    'createFindAnalyses',
  ],
  'preparing months': ['createPreparer', 'readMonths', 'composeContext'],
  'rendering the guide': ['developersPages'],
  'rendering scripts': ['pageScripts', 'renderScripts', 'bundleOf', 'moduleAlone', 'renderScript'],
  'rendering other documents': ['renderAll', 'renderDocuments'],
  'building the index': ['indexReviews'],
  'starting MCP': ['createMcpEndpoint'],
  'collecting garbage': ['(garbage collector)'],
}

const PHASE_OF = new Map(
  Object.entries(PHASES).flatMap(([phase, names]) => names.map(name => [name, phase])),
)

interface Phase {
  phase: string
  fromMs: number
  toMs: number
  ownMs: number
}

export interface ThreadProfile {
  thread: string
  phases: Phase[]
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string }; children?: number[] }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

/** Times are in milliseconds of the monotonic clock; what comes after `untilMs` does not count. */
export function profileThreads(
  folder: string,
  startedMs: number,
  untilMs: number,
): ThreadProfile[] {
  return readdirSync(folder)
    .sort()
    .map((file, index) => ({
      thread: index === 0 ? 'main' : 'publishing',
      phases: sumUp(
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile,
        startedMs,
        untilMs,
      ),
    }))
}

function sumUp(profile: CpuProfile, startedMs: number, untilMs: number): Phase[] {
  const phaseOf = phasesOfNodes(profile)
  const phases = new Map<string, Phase>()
  let atMs = profile.startTime / 1000
  profile.samples.forEach((node, index) => {
    atMs += profile.timeDeltas[index]! / 1000
    const phase = phaseOf.get(node)
    if (atMs > untilMs || phase === undefined) return
    const lengthMs = (profile.timeDeltas[index + 1] ?? 0) / 1000
    const known = phases.get(phase) ?? { phase, fromMs: atMs - startedMs, toMs: 0, ownMs: 0 }
    phases.set(phase, {
      ...known,
      toMs: atMs + lengthMs - startedMs,
      ownMs: known.ownMs + lengthMs,
    })
  })
  return [...phases.values()].sort((a, b) => a.fromMs - b.fromMs)
}

/** undefined while the thread is idle. Parents come before their children. */
function phasesOfNodes({ nodes }: CpuProfile): Map<number, string | undefined> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)),
  )
  const phases = new Map<number, string | undefined>()
  for (const { id, callFrame } of nodes) {
    const { functionName } = callFrame
    const inherited = phases.get(parents.get(id) ?? -1) ?? 'everything else'
    phases.set(
      id,
      functionName === '(idle)' ? undefined : (PHASE_OF.get(functionName) ?? inherited),
    )
  }
  return phases
}
