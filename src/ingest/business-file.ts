/** Reads the owner's business.json. */
import { BusinessFile } from '../model/business.ts'
import { FileProblem } from './values/file-problem.ts'
import { parseJsonAs } from './values/parse-json.ts'

export function parseBusinessFile(text: string): BusinessFile {
  return parseJsonAs(text, BusinessFile)
}

/** The business that stands in a file of reviews, as /reviews.json shows it. */
export function checkBusiness(value: unknown): BusinessFile {
  const result = BusinessFile.safeParse(value)
  if (result.success) return result.data
  const faults = result.error.issues.map(
    issue => `${['business', ...issue.path].join('.')}: ${issue.message}`,
  )
  throw new FileProblem(faults.join('\n'))
}
