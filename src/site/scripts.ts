/** What pages run in the reader's browser: our own modules, without their types and not bundled, so that anybody can read them. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { extname } from 'node:path'
import type { Document } from '../publish/edition.ts'

/** The sources, or what was compiled of them: both lie the same way. */
const ROOT = new URL('../', import.meta.url)
const ENDING = extname(import.meta.url)
const CHECK = new URL(`site/browser/verify${ENDING}`, ROOT)

const pathOf = (module: URL) => `/assets/${module.href.slice(ROOT.href.length, -ENDING.length)}.js`

export const CHECK_PATH = pathOf(CHECK)

let scripts: Document[] | undefined

/** The check in the browser and all that it imports. Read once: a program does not change while it runs. */
export function renderScripts(): Document[] {
  scripts ??= load()
  return scripts
}

function load(): Document[] {
  const modules = [...withImports(CHECK)].map(href => new URL(href))
  const codes = ENDING === '.ts' ? stripTypes(modules) : modules.map(read)
  return modules.map((module, place) => ({
    path: pathOf(module),
    contentType: 'text/javascript; charset=utf-8',
    body: codes[place]!.replaceAll(/(?<= from '\.[^']+)\.ts(?=')/g, '.js'),
  }))
}

const read = (module: URL) => readFileSync(module, 'utf8')

/** An import of types is none in the browser. */
const IMPORT = /^(?:import|export) (?!type )[^']*? from '(\.[^']+)'/gm

function withImports(module: URL, known = new Set<string>()): Set<string> {
  if (known.has(module.href)) return known
  known.add(module.href)
  for (const [, path] of read(module).matchAll(IMPORT)) withImports(new URL(path!, module), known)
  return known
}

/** Node warns once that its way to strip types is an experiment: that is for us to know, not for the operator. */
function stripTypes(modules: URL[]): string[] {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return modules.map(module => stripTypeScriptTypes(read(module)))
  } finally {
    process.emitWarning = emitWarning
  }
}
