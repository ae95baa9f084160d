/** All formats by the names used with --format, the most specific first: most are descriptions in `formats.json`. */
import { COMPUTED } from './computed-fields.ts'
import { describeFormat, type FormatDescription } from './describe-format.ts'
import type { Format } from './format.ts'
import formats from './formats.json' with { type: 'json' }
import { own } from './own.ts'

export const FORMATS: Record<string, Format> = {
  ...Object.fromEntries(
    Object.entries(formats as Record<string, FormatDescription>).map(
      ([name, { fields, ...described }]) => {
        const computed = COMPUTED[name]
        const whole = { ...described, ...computed, fields: { ...fields, ...computed?.fields } }
        return [name, { ...describeFormat(whole), isExport: true }]
      },
    ),
  ),
  own,
}
