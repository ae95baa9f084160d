/** The scripts of the pages: our own modules without types, one file for each page that anyone can read. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { once } from '../../model/once-per.ts'
import { CODE_ENDING, codeFile, moduleFile } from '../../package/package-files.ts'
import { MCP_APP_PATH } from '../../publish/base/public-paths.ts'
import { type Document, withFingerprint } from '../../publish/documents/document.ts'
import { type Html, html } from './markup.ts'

const SCRIPTS = [
  'verify-button',
  'live-search',
  'try-it',
  'open-now',
  'embed-chooser',
  'copy-texts',
] as const
type Script = (typeof SCRIPTS)[number]

const pathOf = (name: Script) => `/assets/site/browser/${name}.js`

export const SCRIPT_PATHS = [...SCRIPTS.map(pathOf), MCP_APP_PATH]

const moduleOf = (name: string) => moduleFile(`site/browser/${name}`)
/** `ledger/audit` */
const nameOf = (module: URL) => module.href.slice(codeFile('').href.length, -CODE_ENDING.length)

/** Each at its lasting address, and at the one with the fingerprint, where pages find it. Read once: the program does not change while it runs. */
const pageScripts = once(() => {
  const documentsOf = (name: Script) => withFingerprint(asScript(pathOf(name), bundleOf(name)))
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

const codeOf = (module: URL) =>
  slim(CODE_ENDING === '.ts' ? stripTypes(read(module)) : read(module))

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

interface Module {
  /** Where it is, such as `ledger/audit`. */
  name: string
  code: string
  /** The name of the module that an import path means. */
  resolve(path: string): string
}

/**
 * Joins modules into one file, each in a function of its own, so that their names never meet. Dependencies come first; the last module
 * is the one that runs. Readable as written: only imports and exports change.
 */
export function bundle(modules: Module[]): string {
  const parts = modules.map(module => ({ module, ...open(module) }))
  return parts
    .map(({ module: { name }, code, exported }, place) =>
      place === parts.length - 1
        ? code
        : `// ${name}\nconst ${variableOf(name)} = (() => {\n${code}return { ${exported.join(', ')} }\n})()\n`,
    )
    .join('')
}

const variableOf = (name: string) => `$${name.replaceAll(/\W/g, '_')}`

const NAMED_IMPORT = /^import \{([^}]*)\} from '(\.[^']+)';?$/gm
const REEXPORT = /^export \{([^}]*)\} from '(\.[^']+)';?$/gm
const EXPORT = /^export (?=(?:async )?(?:function\*?|const|class) (\w+))/gm
/** What TypeScript adds to a module that exports nothing. */
const NOTHING = /^export \{\};?$/gm
const OTHER = /^(?:import|export)\b.*/m

/** The code without imports and exports, and the names that it exports. */
function open({ name, code, resolve }: Module): { code: string; exported: string[] } {
  const exported: string[] = []
  const take = (names: string, path: string) =>
    `const {${names.replaceAll(/(\w+) as (\w+)/g, '$1: $2')}} = ${variableOf(resolve(path))}`
  const opened = code
    .replaceAll(NOTHING, '')
    .replaceAll(NAMED_IMPORT, (_, names, path) => take(names, path))
    .replaceAll(REEXPORT, (_, names: string, path: string) => {
      for (const [, name, alias = name] of names.matchAll(/(\w+)(?: as (\w+))?/g))
        exported.push(`${alias}: ${variableOf(resolve(path))}.${name}`)
      return ''
    })
    .replaceAll(EXPORT, (_, one) => {
      exported.push(one)
      return ''
    })
  const [unknown] = OTHER.exec(opened) ?? []
  if (unknown) throw new Error(`${name} has an import or export that cannot be bundled: ${unknown}`)
  return { code: opened, exported }
}
