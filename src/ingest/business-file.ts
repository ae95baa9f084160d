/** Reads the owner's business.json. */
import { BusinessFile } from '../model/business.ts'
import { parseJsonAs } from './json.ts'

export function parseBusinessFile(text: string): BusinessFile {
  return parseJsonAs(text, BusinessFile)
}
