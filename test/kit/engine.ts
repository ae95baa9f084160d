/** The insights engine, loaded once for all tests of a process. */
import type { InsightsEngine } from '../../src/insights/analyze.ts'
import { loadEngine } from '../../src/service/load-engine.ts'

let engine: Promise<InsightsEngine> | undefined

export function loadEngineOnce(): Promise<InsightsEngine> {
  engine ??= loadEngine()
  return engine
}
