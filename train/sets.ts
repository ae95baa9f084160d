/** The data that the model learns from, and the data it is measured on. */
import {
  bare,
  type Labeled,
  readMarked,
  readSeg,
  readSemEval,
  readTsa,
  readTuples,
} from './labeled.ts'

export interface Example extends Labeled {
  set: string
  part: 'train' | 'dev'
}

const OWN = [
  'computers',
  'computers-2',
  'dining-2',
  'dining-plain',
  'french',
  'german',
  'home-services',
  'products',
  'restaurants',
  'restaurants-plain',
  'services',
  'spanish',
]
const SEG = ['television', 'tshirt', 'mooc']

/** Never used for training. */
export async function readMeasured(folder: URL): Promise<Record<string, Labeled[]>> {
  return {
    'SemEval-2014 restaurants': await readSeg(
      new URL('eval/semeval14-restaurants.test.seg', folder),
    ),
    'SemEval-2014 laptops': await readSeg(new URL('eval/semeval14-laptops.test.seg', folder)),
    MAMS: await readSemEval(new URL('eval/MAMS-ATSA.test.xml', folder)),
    ...(await readTranslated(folder)),
  }
}

/** M-ABSA: restaurants and hotels, translated. Terms that the sentence does not contain are left out. */
async function readTranslated(folder: URL): Promise<Record<string, Labeled[]>> {
  const sets: Record<string, Labeled[]> = {}
  for (const language of ['de', 'es', 'fr'])
    for (const kind of ['restaurant', 'hotel'])
      sets[`M-ABSA ${kind}s, ${language}`] = await readTuples(
        new URL(`eval/m-absa/${kind}.${language}.test.txt`, folder),
      )
  return sets
}

/** The examples to learn from, without sentences that also occur in a measured set. */
export async function readExamples(folder: URL): Promise<{ examples: Example[]; dropped: number }> {
  const all: Example[] = []
  const add = (set: string, part: Example['part'], labeled: Labeled[]) => {
    for (const one of labeled) all.push({ ...one, set, part })
  }
  for (const [file, part] of [
    ['train', 'train'],
    ['val', 'dev'],
  ] as const)
    add('MAMS', part, await readSemEval(new URL(`train/MAMS-ATSA.${file}.xml`, folder)))
  for (const part of ['train', 'dev'] as const)
    add('TSA-MD', part, await readTsa(new URL(`train/TSA-MD.${part}.json`, folder)))
  for (const set of SEG)
    for (const one of await readSeg(new URL(`train/${set}.train.seg`, folder)))
      add(set, partOf(one), [one])
  for (const set of OWN)
    for (const one of await readMarked(new URL(`sentences/${set}.txt`, import.meta.url)))
      add(`own ${set}`, partOf(one), [one])

  const measured = new Set(
    Object.values(await readMeasured(folder)).flatMap(set => set.map(one => bare(one.text))),
  )
  const examples = all.filter(one => !measured.has(bare(one.text)))
  return { examples, dropped: all.length - examples.length }
}

/** Every eighth sentence is held out, by a hash of the sentence, so that its terms stay together. */
function partOf({ text }: Labeled): Example['part'] {
  let hash = 7
  for (const letter of bare(text)) hash = (hash * 31 + letter.codePointAt(0)!) % 1_000_003
  return hash % 8 === 0 ? 'dev' : 'train'
}
