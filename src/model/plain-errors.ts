/** What is wrong with a value, for the person who wrote it: the library’s own messages name types and schemas. */
import type { z } from 'zod'
import texts from './plain-errors.json' with { type: 'json' }

/** For `safeParse(value, { error: plainError })`. Messages that a schema states itself come first. */
export const plainError: z.core.$ZodErrorMap = issue => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${TYPES.get(issue.expected) ?? 'another kind of value'}`
    case 'too_small':
      return describeLimit(
        'at least',
        'or more',
        issue.origin,
        Number(issue.minimum),
        issue.inclusive,
      )
    case 'too_big':
      return describeLimit(
        'at most',
        'or less',
        issue.origin,
        Number(issue.maximum),
        issue.inclusive,
      )
    case 'invalid_value':
      return `must be ${anyOf(issue.values.map(String))}`
    case 'invalid_format':
      return FORMATS.get(issue.format) ?? 'is not written as expected'
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'has a name that is not allowed'
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')} ${issue.keys.length === 1 ? 'is not a known field' : 'are not known fields'}`
    default:
      return 'is not what is expected here'
  }
}

const TYPES = new Map(Object.entries(texts.types))
const FORMATS = new Map(Object.entries(texts.formats))

function describeLimit(
  bound: string,
  orBeyond: string,
  origin: string,
  limit: number,
  inclusive = true,
) {
  if (origin === 'string')
    return bound === 'at least' && limit === 1
      ? 'must not be empty'
      : `must have ${bound} ${limit} characters`
  if (origin === 'array' || origin === 'set')
    return `must have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  if (inclusive) return `must be ${limit} ${orBeyond}`
  return `must be ${bound === 'at least' ? 'more' : 'less'} than ${limit}`
}

/** one, two or three */
const anyOf = (values: string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)
