/** Finds the files that ship with the program: in a clone beside the sources, in the npm package beside the bundles made from them. */
import { hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }

/** `.ts` in a clone, `.js` in the package. */
export const CODE_ENDING = extname(import.meta.url)
const inClone = CODE_ENDING === '.ts'

const ROOT = pathToFileURL(findPackageJSON(import.meta.url)!)
const CODE = new URL(inClone ? 'src/' : 'dist/', ROOT)

/** `weights/reader.bin` */
export const packageFile = (path: string) => new URL(path, ROOT)

/** `site/style/base.css`, which the build copies to where it belongs among the bundles. */
export const codeFile = (path: string) => new URL(path, CODE)

/** `serve/publishing-worker`. The build must know every module that is started or read by its file. */
export const moduleFile = (name: string) => codeFile(`${name}${CODE_ENDING}`)

/** A file of a dependency that is no code, such as `@resvg/resvg-wasm/index_bg.wasm`: the package has a copy of it. */
export const dependencyFile = (path: string) =>
  inClone ? new URL(import.meta.resolve(path)) : codeFile(`dependencies/${path}`)

/** Identifies the program, because what another made may not fit: by its version, Node's, and the name, size and time of each of its files. */
export function identifyProgram(): string {
  const folders = [CODE, ...['assets/', 'taxonomy/', 'weights/'].map(packageFile)]
  const described = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map(name => {
        const { size, mtimeMs } = statSync(new URL(name, folder))
        return [name, size, mtimeMs]
      }),
  )
  return hash('sha256', JSON.stringify([packageJson.version, process.version, described]))
}
