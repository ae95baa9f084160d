/** Files below one root: in a folder or in a zip. */
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { cleanLine } from '../model/scalars.ts'
import { filePart, type Part } from './part.ts'

export interface Tree {
  /** With slashes, relative to the root. */
  names: string[]
  part(name: string): Promise<Part>
}

/** Links are not followed. */
export async function openFolder(path: string): Promise<Tree> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return {
    names: files.map(({ parentPath, name }) => relative(path, join(parentPath, name)).replaceAll(sep, '/')),
    async part(name) {
      const file = join(path, name)
      return filePart(file, cleanLine(name), (await stat(file)).size)
    },
  }
}
