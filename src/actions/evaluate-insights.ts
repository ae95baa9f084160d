/** How well the engine agrees with labeled data. */
import { basename } from 'node:path'
import { z } from 'zod'
import { readTextFile } from '../ingest/files/input-file.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import { parseJsonAs } from '../ingest/values/parse-json.ts'
import { createAnalyzer, type InsightsEngine } from '../insights/analyze.ts'
import { type LabeledReading, scoreAspects, scoreSides } from '../insights/counts/evaluation.ts'
import { readReview } from '../insights/read-review.ts'
import { BusinessFile, Trade } from '../model/business.ts'
import { Sentiment } from '../model/insights.ts'
import { oncePerValue } from '../model/once-per.ts'
import { loadEngine } from '../publish/load-engine.ts'

/** Without a business, lines that name no trade are analyzed as if for any business. */
export async function evaluate(business: BusinessFile | null, file: string) {
  const text = await readTextFile(file)
  if (text === null) throw new FileProblem(`${file}: there is no such file.`)
  const engine = await loadEngine()
  const known = [...engine.taxonomies, ...(business ? [business.taxonomy] : [])].flatMap(
    ({ aspects }) => aspects.map(({ id }) => id),
  )
  const lines = readLines(basename(file), text, new Set(known))
  const analyzerFor = createAnalyzers(engine, business)
  let unread = 0
  const rows = lines.map((line): LabeledReading => {
    const { text, trade = null, stars = null, aspects } = line
    const analysis = analyzerFor(line.trade)(text, null, stars)
    if (!analysis.read) unread++
    // Only the analysis uses the stars: what a review says of its aspects is in there.
    const { insight } = readReview({ rating: stars ?? 3, text }, analysis)
    return { wanted: aspects, found: insight.aspects, isCritical: isCritical(line), stars, trade }
  })
  return {
    file: basename(file),
    lines: rows.length,
    /** Lines in a language the engine does not support. */
    unread,
    ...scoreAspects(rows),
    sides: scoreSides(rows),
  }
}

export type Evaluation = Awaited<ReturnType<typeof evaluate>>

/** `known` are the ids of aspects. */
function createLineSchema(known: ReadonlySet<string>) {
  const id = z
    .string()
    .refine(one => known.has(one), { error: ({ input }) => `there is no aspect ${input}` })
  return z
    .object({
      text: z.string().min(1),
      trade: Trade.optional(),
      /** Of the review that the text is, or is part of. */
      stars: z.int().min(1).max(5).optional(),
      aspects: z.array(z.object({ id, sentiment: Sentiment })),
      /** The words that criticize the business; without them, it is criticized if any aspect is. */
      criticized: z.array(z.string()).optional(),
    })
    .refine(({ aspects }) => new Set(aspects.map(aspect => aspect.id)).size === aspects.length, {
      path: ['aspects'],
      error: 'must name each aspect only once',
    })
}
type Line = z.infer<ReturnType<typeof createLineSchema>>

const isCritical = ({ criticized, aspects }: Line) =>
  criticized ? criticized.length > 0 : aspects.some(({ sentiment }) => sentiment === 'negative')

/** Reports the problems of all lines at once. */
function readLines(name: string, text: string, known: ReadonlySet<string>): Line[] {
  const schema = createLineSchema(known)
  const problems: string[] = []
  const lines = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [parseJsonAs(line, schema)]
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      problems.push(error.message.replace(/^line 1:/gm, `${name}: line ${index + 1}:`))
      return []
    }
  })
  if (problems.length > 0) throw new FileProblem(problems.join('\n'))
  if (lines.length === 0) throw new FileProblem(`${name}: is empty.`)
  return lines
}

/** A named trade is used without the owner's additions, so that a file gives the same scores everywhere. */
const createAnalyzers = (engine: InsightsEngine, business: BusinessFile | null) =>
  oncePerValue((trade: Trade | undefined) =>
    createAnalyzer(
      engine,
      trade || !business ? BusinessFile.parse({ name: 'Any', taxonomy: { trade } }) : business,
    ),
  )
