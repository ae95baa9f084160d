/** Reads the owner's business.json, and the picture that it names. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { BusinessFile, isPictureName } from '../model/business.ts'
import { plainError } from '../model/plain-errors.ts'
import { FileProblem } from './values/file-problem.ts'
import { inWords, parseJsonAs } from './values/parse-json.ts'

export const parseBusinessFile = (text: string) => parseJsonAs(text, BusinessFile)

/** Checks the business that a review file may carry, as /reviews.json does. */
export function checkBusiness(value: unknown): BusinessFile {
  const result = BusinessFile.safeParse(value, { error: plainError })
  if (result.success) return result.data
  const faults = result.error.issues.map(
    issue => `${inWords(['business', ...issue.path])}: ${issue.message}`,
  )
  throw new FileProblem(faults.join('\n'))
}

/** Every page shows it. */
const MOST_BYTES = 200 * 1024

/** How the files of each type begin: a name can say anything. */
const TYPES = { png: /^\x89PNG\r\n\x1a\n/, jpeg: /^\xff\xd8\xff/, webp: /^RIFF.{4}WEBP/s }

/** The business with the picture in the place of its name, so that every instance, backup and export has it. */
export async function withPicture(
  business: BusinessFile,
  businessFile: string,
): Promise<BusinessFile> {
  const { logo } = business.site
  if (!isPictureName(logo)) return business
  const bytes = await readBeside(dirname(businessFile), logo)
  const beginning = bytes?.toString('latin1', 0, 12) ?? ''
  const [type] = Object.entries(TYPES).find(([, pattern]) => pattern.test(beginning)) ?? []
  if (bytes && type)
    return {
      ...business,
      site: { ...business.site, logo: `data:image/${type};base64,${bytes.toString('base64')}` },
    }
  throw new FileProblem(
    `${businessFile}: site.logo: ${logo} must be a PNG, JPEG or WebP picture of at most ${MOST_BYTES / 1024} kB in the folder of this file.`,
  )
}

/** null unless it is a small file in this folder. A link may lead out of it, to what nobody meant to publish. */
async function readBeside(businessFolder: string, name: string): Promise<Buffer | null> {
  const folder = await realpath(businessFolder)
  const path = await realpath(join(folder, name)).catch(() => '')
  if (!path.startsWith(folder + sep)) return null
  const found = await stat(path)
  return found.isFile() && found.size <= MOST_BYTES ? await readFile(path) : null
}
