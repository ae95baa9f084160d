/** Loads the insights engine from the weights and taxonomies that ship with the program. */
import { readdir, readFile } from 'node:fs/promises'
import type { InsightsEngine } from '../insights/analyze.ts'
import { createBackground } from '../insights/network/background.ts'
import { createNetwork } from '../insights/network/network.ts'
import { createPieces } from '../insights/network/pieces.ts'
import { openWeights } from '../insights/network/weights.ts'
import { createVocabulary } from '../insights/text/vocabulary.ts'
import { Taxonomy } from '../model/business.ts'
import { once } from '../model/once-per.ts'
import { packageFile } from '../package/package-files.ts'

/** Loads it once per thread: it never changes, and a command may need it twice. */
export const loadEngine = once(readEngine)

export async function readEngine(): Promise<InsightsEngine> {
  const [file, loops, taxonomies] = await Promise.all([
    readFile(packageFile('weights/reader.bin')),
    readFile(packageFile('weights/reader.wasm')),
    loadTaxonomies(),
  ])
  const weights = openWeights(file)
  const vocabulary = createVocabulary(weights.lines('words'))
  const pieces = createPieces(weights.lines('pieces'))
  const network = once(() => createNetwork(weights, new WebAssembly.Module(loops), pieces))
  return {
    digest: weights.digest,
    /** Created when a text is to be read: most starts find that all have been. */
    get network() {
      return network()
    },
    vocabulary,
    background: createBackground(weights, vocabulary, pieces),
    taxonomies,
  }
}

export async function loadTaxonomies(): Promise<Taxonomy[]> {
  const folder = packageFile('taxonomy/')
  // The folder also holds word lists, in a folder of their own.
  const names = (await readdir(folder)).filter(name => name.endsWith('.json')).sort()
  return await Promise.all(
    names.map(async name =>
      Taxonomy.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8'))),
    ),
  )
}
