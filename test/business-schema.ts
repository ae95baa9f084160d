/** Writes schema/business.schema.json, which editors check a business.json with, from the model: `node test/business-schema.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { BusinessFile } from '../src/model/business.ts'
import { CONVERSION } from '../src/model/scalars.ts'

const FILE = fileURLToPath(new URL('../schema/business.schema.json', import.meta.url))

export const readSchema = () => readFileSync(FILE, 'utf8')

/** draft-07 is what editors understand without a further download. */
export function renderSchema(): string {
  const schema = z.toJSONSchema(BusinessFile, { ...CONVERSION, target: 'draft-7' })
  const title = 'The business file of Firsthand'
  return `${JSON.stringify({ ...schema, title }, null, 2)}\n`
}

if (import.meta.main) writeFileSync(FILE, renderSchema())
