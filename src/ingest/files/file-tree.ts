/** The files of a folder or a zip. */
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { cleanLine } from '../../model/scalars.ts'
import { type InputFile, inputFileAt } from './input-file.ts'

export interface FileTree {
  /** With slashes, relative to the root. */
  names: string[]
  open(name: string): Promise<InputFile>
}

/** Symbolic links are not followed. */
export async function openFolder(path: string): Promise<FileTree> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return {
    names: files.map(({ parentPath, name }) => relative(path, join(parentPath, name)).replaceAll(sep, '/')),
    async open(name) {
      const file = join(path, name)
      return inputFileAt(file, cleanLine(name), (await stat(file)).size)
    },
  }
}
