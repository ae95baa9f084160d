/** Which data the model learns from, and which it is measured on. */
import { bare, type Labelled, readMarked, readSeg, readSemEval, readTsa } from './labelled.ts'

export interface Example extends Labelled {
  set: string
  part: 'train' | 'dev'
}

const OWN = [
  'computers',
  'dining-plain',
  'home-services',
  'products',
  'restaurants',
  'restaurants-plain',
  'services',
]
const SEG = ['television', 'tshirt', 'mooc']

/** Never trained on. */
export async function readMeasured(folder: URL): Promise<Record<string, Labelled[]>> {
  return {
    'SemEval-2014 restaurants': await readSeg(new URL('eval/semeval14-restaurants.test.seg', folder)),
    'SemEval-2014 laptops': await readSeg(new URL('eval/semeval14-laptops.test.seg', folder)),
    MAMS: await readSemEval(new URL('eval/MAMS-ATSA.test.xml', folder)),
  }
}

/** The examples to learn from, less those whose sentence also stands in a set that is measured. */
export async function readExamples(folder: URL): Promise<{ examples: Example[]; dropped: number }> {
  const all: Example[] = []
  const add = (set: string, part: Example['part'], labelled: Labelled[]) => {
    for (const one of labelled) all.push({ ...one, set, part })
  }
  for (const [file, part] of [
    ['train', 'train'],
    ['val', 'dev'],
  ] as const)
    add('MAMS', part, await readSemEval(new URL(`train/MAMS-ATSA.${file}.xml`, folder)))
  for (const part of ['train', 'dev'] as const)
    add('TSA-MD', part, await readTsa(new URL(`train/TSA-MD.${part}.json`, folder)))
  for (const set of SEG)
    for (const one of await readSeg(new URL(`train/${set}.train.seg`, folder))) add(set, partOf(one), [one])
  for (const set of OWN)
    for (const one of await readMarked(new URL(`sentences/${set}.txt`, import.meta.url)))
      add(`own ${set}`, partOf(one), [one])

  const measured = new Set(
    Object.values(await readMeasured(folder)).flatMap(set => set.map(one => bare(one.text))),
  )
  const examples = all.filter(one => !measured.has(bare(one.text)))
  return { examples, dropped: all.length - examples.length }
}

/** Every eighth sentence is kept to choose by: told by the sentence itself, so that its terms stay together. */
function partOf({ text }: Labelled): Example['part'] {
  let hash = 7
  for (const letter of bare(text)) hash = (hash * 31 + letter.codePointAt(0)!) % 1_000_003
  return hash % 8 === 0 ? 'dev' : 'train'
}
