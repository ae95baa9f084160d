/** Reads the owner's business.json. */
import { BusinessFile } from '../model/business.ts'
import { plainError } from '../model/plain-errors.ts'
import { FileProblem, inWords, parseJsonAs } from './values/file-problem.ts'

export function parseBusinessFile(text: string): BusinessFile {
  return parseJsonAs(text, BusinessFile)
}

/** Checks the business that a review file may carry, as /reviews.json does. */
export function checkBusiness(value: unknown): BusinessFile {
  const result = BusinessFile.safeParse(value, { error: plainError })
  if (result.success) return result.data
  const faults = result.error.issues.map(issue => `${inWords(['business', ...issue.path])}: ${issue.message}`)
  throw new FileProblem(faults.join('\n'))
}
