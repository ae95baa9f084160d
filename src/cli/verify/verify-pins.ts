/** What was seen of each service at the last check: a small file that belongs to whoever checks. */
import { rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { readTextFile } from '../../ingest/files/text-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { parseJsonAs } from '../../ingest/values/parse-json.ts'
import { Count, Timestamp } from '../../model/scalars.ts'

const SeenPin = z.strictObject({
  key: z.string().regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/, 'must be a verifier key'),
  size: Count,
  root: z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be a SHA-256 in base64'),
  seen_at: Timestamp,
})
export type SeenPin = z.infer<typeof SeenPin>

/** By the origin of the service. */
const Pins = z.record(z.string(), SeenPin)
export type Pins = z.infer<typeof Pins>

export async function readPins(file: string): Promise<Pins> {
  const text = await readTextFile(file)
  if (text === null) return {}
  try {
    return parseJsonAs(text, Pins)
  } catch (error) {
    const [fault] = (error as Error).message.split('\n')
    throw new FileProblem(
      `${file}: ${fault}. Mend it, or name another file with --pin: what was seen before is lost then.`,
    )
  }
}

/** Read anew: another check may have ended meanwhile. */
export async function savePin(file: string, origin: string, pin: SeenPin): Promise<void> {
  const pins = { ...(await readPins(file)), [origin]: pin }
  const draft = `${file}.${process.pid}.tmp`
  try {
    await writeFile(draft, `${JSON.stringify(pins, null, 2)}\n`)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw new FileProblem(
      `${file}: cannot be written (${(error as NodeJS.ErrnoException).code}), so what was seen is not kept for the next check.`,
    )
  }
}
