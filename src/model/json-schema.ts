/** JSON Schema from the model, the same for OpenAPI and MCP, with descriptions from `descriptions.json`. */
import { z } from 'zod'
import texts from './descriptions.json' with { type: 'json' }
import { oncePer } from './once-per.ts'

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
export const toJsonSchema = oncePer((schema: z.ZodType): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, CONVERSION) as Json
  return rest
})

type Texts = typeof texts
/** The compiler reports a text about a field that does not exist. */
type Fields<Name extends keyof Texts> = Record<string, z.ZodType> & {
  [Field in Exclude<keyof Texts[Name], ''>]: z.ZodType
}

/** The same fields with their descriptions. */
export function described<Name extends keyof Texts, Shape extends Fields<Name>>(
  name: Name,
  shape: Shape,
): Shape {
  const textOf = new Map(Object.entries(texts[name]))
  const fields = Object.entries(shape).map(([field, schema]) => {
    const text = textOf.get(field)
    return [field, text === undefined ? schema : schema.describe(text)]
  })
  return Object.fromEntries(fields)
}

export const object = <Name extends keyof Texts, Shape extends Fields<Name>>(name: Name, shape: Shape) =>
  z.object(described(name, shape))

/** An object that OpenAPI lists by its name. The text without a field is about the object itself. */
export function named<Name extends keyof Texts, Shape extends Fields<Name>>(name: Name, shape: Shape) {
  const { '': description } = texts[name] as { ''?: string }
  return object(name, shape).meta({ id: name, ...(description && { description }) })
}
