/** The program as the npm package has it: what tests start in a process of its own loads in half the time that the sources take. */
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProgram } from '../../build/program.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What the program reads besides its code, and where its launcher finds a Node. */
const FOLDERS = ['assets', 'demo', 'node_modules', 'schema', 'taxonomy', 'weights']

/** Builds it in the folder; returns the file to start. */
export async function bundleProgram(folder: string): Promise<string> {
  const place = join(folder, 'program')
  mkdirSync(place)
  mkdirSync(join(place, 'bin'))
  for (const file of ['package.json', 'bin/firsthand.js'])
    copyFileSync(join(ROOT, file), join(place, file))
  for (const name of FOLDERS) symlinkSync(join(ROOT, name), join(place, name))
  await buildProgram(ROOT, join(place, 'dist'))
  return join(place, 'dist/cli/main.js')
}
