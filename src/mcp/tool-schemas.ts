/** Schemas in the form the SDK takes: validated by Zod, with a short JSON Schema converted once. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { type Json, toJsonSchema } from '../model/scalars.ts'

export function inputSchema<T extends z.ZodObject>(
  schema: T,
): StandardSchemaWithJSON<z.input<T>, z.output<T>> {
  const { id, title, ...named } = toJsonSchema(schema)
  const json = withoutLengths(named)
  return {
    '~standard': { ...schema['~standard'], jsonSchema: { input: () => json, output: () => json } },
  }
}

/**
 * Only the outline: a model needs no more than the names, and pays for every listed tool in tokens. It allows unknown fields, so
 * that fields can be added. Results are built from the model's types, so they are not validated again.
 */
export function outputSchema(schema: z.ZodObject): StandardSchemaWithJSON<Json, Json> {
  const { $defs = {}, ...whole } = toJsonSchema(schema) as { $defs?: Record<string, Json> }
  const json = outline(whole, OUTLINE_DEPTH, $defs)
  return {
    '~standard': {
      version: 1,
      vendor: 'firsthand',
      validate: value => ({ value: value as Json }),
      jsonSchema: { input: () => json, output: () => json },
    },
  }
}

/** As clients see it. */
export const jsonOf = (schema: StandardSchemaWithJSON) =>
  schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })

/** The result's own fields. */
const OUTLINE_DEPTH = 1

function outline(schema: Json, depth: number, definitions: Record<string, Json>): Json {
  const { $ref, type, properties, items, anyOf } = schema as {
    $ref?: string
    type?: string
    properties?: Record<string, Json>
    items?: Json
    anyOf?: Json[]
  }
  const inner = (one: Json, left: number) => outline(one, left, definitions)
  if ($ref) return inner(definitions[$ref.replace('#/$defs/', '')]!, depth)
  if (anyOf) return eitherOf(anyOf.map(one => inner(one, depth)))
  if (type === 'array') return { type, items: inner(items!, Math.max(0, depth - 1)) }
  if (type !== 'object' || !properties || depth === 0) return type ? { type } : {}
  const outlined = Object.entries(properties).map(([name, one]) => [name, inner(one, depth - 1)])
  return { type, properties: Object.fromEntries(outlined) }
}

/** One list of types is shorter, if there is nothing else to say. */
const eitherOf = (all: Json[]): Json =>
  all.every(one => typeof one.type === 'string' && Object.keys(one).length === 1)
    ? { type: all.map(one => one.type) }
    : { anyOf: all }

/** Lengths are checked, but few models would exceed them, and all pay for reading about them. */
function withoutLengths(schema: Json): Json {
  const properties = Object.entries(schema.properties as Record<string, Json>).map(
    ([name, { minLength, maxLength, description, ...property }]) => [
      name,
      { ...property, ...(description !== '' && { description }) },
    ],
  )
  return { ...schema, properties: Object.fromEntries(properties) }
}
