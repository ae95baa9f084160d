/** The pin file: what the last check of each service saw, kept by whoever verifies. */
import { z } from 'zod'
import { readTextFile, writeTextFile } from '../../ingest/files/input-file.ts'
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

/** Keyed by the address of the service. */
const Pins = z.record(z.string(), SeenPin)
export type Pins = z.infer<typeof Pins>

export async function readPins(file: string): Promise<Pins> {
  const text = await readTextFile(file)
  if (text === null) return {}
  try {
    return parseJsonAs(text, Pins)
  } catch (error) {
    const [problem] = (error as Error).message.split('\n')
    throw new FileProblem(
      `${file}: ${problem}. Fix the file, or start over with another one (--pin FILE).`,
    )
  }
}

/** Reads the file again: another check may have finished in the meantime. */
export async function savePin(file: string, service: string, pin: SeenPin): Promise<void> {
  const pins = { ...(await readPins(file)), [service]: pin }
  const consequence = ', so the next check cannot compare with this one'
  await writeTextFile(file, `${JSON.stringify(pins, null, 2)}\n`, consequence)
}
