/**
 * The insights engine, but it reads no words twice: the services and Snapshots of tests have the same texts again and again, and to read
 * them took a fifth of the time of such tests. Tests of what it reads, and how fast, use the engine itself.
 */
import type { InsightsEngine } from '../../src/insights/analyze.ts'
import type { Network } from '../../src/insights/network/network.ts'
import { loadEngine } from '../../src/publish/load-engine.ts'

let loaded: Promise<InsightsEngine> | undefined

/** Loads it once per process, so that tests share what it has read. */
export function loadRememberingEngine(): Promise<InsightsEngine> {
  loaded ??= loadEngine().then(remember)
  return loaded
}

function remember(engine: InsightsEngine): InsightsEngine {
  const { digest, vocabulary, background, taxonomies } = engine
  let network: Network | undefined
  return {
    digest,
    vocabulary,
    background,
    taxonomies,
    get network() {
      network ??= rememberReadings(engine.network)
      return network
    },
  }
}

function rememberReadings(network: Network): Network {
  const texts = new Map<string, Map<string, unknown>>()
  return {
    ...network,
    read(norms) {
      const text = norms.join('\n')
      const known = texts.get(text) ?? new Map<string, unknown>()
      texts.set(text, known)
      let reading: ReturnType<Network['read']> | undefined
      const recall = <T>(
        question: unknown[],
        answer: (read: ReturnType<Network['read']>) => T,
      ): T => {
        const key = JSON.stringify(question)
        if (!known.has(key)) {
          reading ??= network.read(norms)
          known.set(key, answer(reading))
        }
        return known.get(key) as T
      }
      return {
        opinions: (sentence, targets) =>
          recall(['opinions', sentence, targets], read => read.opinions(sentence, targets)),
        aspects: (words, hints) =>
          recall(['aspects', words, hints.wanted, [...hints.cues], hints.trade], read =>
            read.aspects(words, hints),
          ),
      }
    },
  }
}
