/** JSON Schema from the model, the same for OpenAPI and MCP. */
import { z } from 'zod'

export type Json = Record<string, unknown>

/** `input` allows unknown fields, because more may be added. A date's pattern is noise next to its format. */
export const CONVERSION = {
  io: 'input',
  override: ({ jsonSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  },
} satisfies Parameters<typeof z.toJSONSchema>[1]

/** Converted once each: every Snapshot describes the same API. */
const known = new WeakMap<z.ZodType, Json>()

export function toJsonSchema(schema: z.ZodType): Json {
  const converted = known.get(schema) ?? convert(schema)
  known.set(schema, converted)
  return converted
}

function convert(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, CONVERSION) as Json
  return rest
}
