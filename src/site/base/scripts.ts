/** The scripts of the pages: our own modules without types, one file for each page that anyone can read. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { CODE_ENDING, codeFile, moduleFile } from '../../package/package-files.ts'
import { MCP_APP_PATH } from '../../publish/base/public-paths.ts'
import { type Document, withFingerprint } from '../../publish/documents/document.ts'
import { bundle } from './bundle.ts'
import { type Html, html } from './markup.ts'

const SCRIPTS = ['verify-button', 'live-search', 'try-it', 'open-now', 'embed-chooser', 'copy-texts'] as const
type Script = (typeof SCRIPTS)[number]

const moduleOf = (name: string) => moduleFile(`site/browser/${name}`)
/** `ledger/audit` */
const nameOf = (module: URL) => module.href.slice(codeFile('').href.length, -CODE_ENDING.length)

/** Scripts are read once: the program does not change while it runs. */
function once<T>(load: () => T): () => T {
  let loaded: T | undefined
  return () => (loaded ??= load())
}

/** Each at its lasting address, and at the one with the fingerprint, where pages find it. */
const pageScripts = once(() => {
  const documentsOf = (name: Script) =>
    withFingerprint(asScript(`/assets/site/browser/${name}.js`, bundleOf(name)))
  return new Map(SCRIPTS.map(name => [name, documentsOf(name)]))
})

/** A module that imports others by their addresses. */
const moduleAlone = (name: string) =>
  codeOf(moduleOf(name)).replaceAll(/(?<= from '\.[^']+)\.ts(?=')/g, '.js')

/** The widget's script, which needs the words of the site before it. */
export const widgetScript = once(() => moduleAlone('widget'))

/** The script of the owner's desk, which is no part of the site. */
export const deskScript = once(() => bundleOf('desk-forms'))

export const renderScripts = once((): Document[] => [
  ...[...pageScripts().values()].flat(),
  { ...asScript(MCP_APP_PATH, moduleAlone('mcp-app')), caching: 'asset' },
])

export const renderScript = (name: Script): Html =>
  html`<script type="module" src="${pageScripts().get(name)![1].path}"></script>`

const SCRIPT = 'text/javascript; charset=utf-8'
const asScript = (path: string, body: string): Document => ({ path, contentType: SCRIPT, body })

const bundleOf = (name: Script | 'desk-forms') =>
  bundle(
    withImports(moduleOf(name)).map(module => ({
      name: nameOf(module),
      code: codeOf(module),
      resolve: path => nameOf(new URL(path, module)),
    })),
  )

const codeOf = (module: URL) => slim(CODE_ENDING === '.ts' ? stripTypes(read(module)) : read(module))

const read = (module: URL) => readFileSync(module, 'utf8')

/** Drops comments on their own lines, the gaps left by types, and empty lines; the sources have them all. */
const slim = (code: string) =>
  code
    .replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trimStart()

/** Type-only imports do not exist in the browser. */
const IMPORT = /^(?:import|export) (?!type )[^']*? from '(\.[^']+)'/gm

/** Every module that one needs, each after those that it imports. */
function withImports(module: URL, known = new Map<string, URL>()): URL[] {
  for (const [, path] of read(module).matchAll(IMPORT)) {
    const imported = new URL(path!, module)
    if (!known.has(imported.href)) withImports(imported, known)
  }
  known.set(module.href, module)
  return [...known.values()]
}

/** Suppresses Node's warning that stripping types is experimental: operators need not see it. */
function stripTypes(code: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(code)
  } finally {
    process.emitWarning = emitWarning
  }
}
