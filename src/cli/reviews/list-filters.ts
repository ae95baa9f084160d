/** The filters of `firsthand list`: which state, and those of the public search, from the same definition. */
import { Option } from 'commander'
import { z } from 'zod'
import { STATES } from '../../actions/find-review.ts'
import { createQueryDecoder } from '../../http/query-string.ts'
import { SearchArgs } from '../../model/search.ts'
import { UsageError } from '../base/result.ts'

/** --min-rating for min_rating. */
export const parameterFlag = (parameter: string) => `--${parameter.replaceAll('_', '-')}`

const { properties = {} } = z.toJSONSchema(SearchArgs, { io: 'input' })

const SEARCH_OPTIONS = Object.entries(properties).map(([name, property]) => {
  const { description = '', type, enum: values } = property as z.core.JSONSchema.JSONSchema
  const help = `${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`
  const choices = type === 'boolean' ? ['true', 'false'] : values?.map(String)
  const filter = new Option(`${parameterFlag(name)} <${choices ? choices.join('|') : 'value'}>`, help)
  return choices ? filter.choices(choices) : filter
})

export const FILTER_OPTIONS = [
  new Option('--state <state>', 'which reviews').choices([...STATES, 'all']).default('published'),
  ...SEARCH_OPTIONS,
]

const decode = createQueryDecoder(SearchArgs)

/** Checked like the query string of the search, so that both accept the same. */
export function readFilters(flags: Record<string, unknown>): SearchArgs {
  const query = new URLSearchParams()
  for (const name of Object.keys(SearchArgs.shape)) {
    const value = flags[camelCase(name)]
    if (typeof value === 'string') query.set(name, value)
  }
  const decoded = decode(query.toString())
  if ('args' in decoded) return decoded.args
  throw new UsageError(
    decoded.issues.map(({ path, message }) => `${parameterFlag(String(path[0]))}: ${message}.`).join('\n'),
  )
}

/** As commander names the value of --min-rating. */
const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
