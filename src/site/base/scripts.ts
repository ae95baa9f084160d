/** The scripts of the pages: our own modules without types, unbundled, so that anyone can read them. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { extname } from 'node:path'
import { html } from 'hono/html'
import type { Document } from '../../publish/documents/document.ts'
import { MCP_APP_PATH } from '../../publish/pieces/public-paths.ts'
import type { Html } from './page-context.ts'

/** The sources, or the compiled output: both have the same layout. */
const ROOT = new URL('../../', import.meta.url)
const ENDING = extname(import.meta.url)

export type Script = 'verify-button' | 'live-search' | 'try-it' | 'open-now' | 'embed-chooser'
const SCRIPTS: Script[] = ['verify-button', 'live-search', 'try-it', 'open-now', 'embed-chooser']

const moduleOf = (name: string) => new URL(`site/browser/${name}${ENDING}`, ROOT)
const pathOf = (module: URL) => `/assets/${module.href.slice(ROOT.href.length, -ENDING.length)}.js`

let scripts: Document[] | undefined

/** Read once: the program does not change while it runs. */
export function renderScripts(): Document[] {
  const modules = new Set(SCRIPTS.flatMap(name => [...withImports(moduleOf(name))]))
  scripts ??= [
    ...load(
      Array.from(modules, href => new URL(href)),
      pathOf,
    ),
    ...load([moduleOf('mcp-app')], () => MCP_APP_PATH),
  ]
  return scripts
}

let widget: string | undefined

/** The widget's script, which needs the words of the site before it. */
export function widgetScript(): string {
  widget ??= String(load([moduleOf('widget')], () => '')[0]!.body)
  return widget
}

/** Browsers discover imports one by one; preloading lets them fetch all at once. */
export function renderScript(name: Script): Html {
  const [own, ...imported] = Array.from(withImports(moduleOf(name)), href => pathOf(new URL(href)))
  return html`${imported.map(path => html`<link rel="modulepreload" href="${path}">\n`)}<script type="module" src="${own}"></script>`
}

function load(modules: URL[], place: (module: URL) => string): Document[] {
  const codes = ENDING === '.ts' ? stripTypes(modules) : modules.map(read)
  return modules.map(
    (module, number): Document => ({
      path: place(module),
      contentType: 'text/javascript; charset=utf-8',
      isCompressedLater: true,
      body: slim(codes[number]!).replaceAll(/(?<= from '\.[^']+)\.ts(?=')/g, '.js'),
    }),
  )
}

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

const imports = new Map<string, Set<string>>()

/** The module itself comes first. */
function withImports(module: URL): Set<string> {
  const known = imports.get(module.href) ?? collect(module, new Set())
  imports.set(module.href, known)
  return known
}

function collect(module: URL, known: Set<string>): Set<string> {
  if (known.has(module.href)) return known
  known.add(module.href)
  for (const [, path] of read(module).matchAll(IMPORT)) collect(new URL(path!, module), known)
  return known
}

/** Suppresses Node's warning that stripping types is experimental: operators need not see it. */
function stripTypes(modules: URL[]): string[] {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return modules.map(module => stripTypeScriptTypes(read(module)))
  } finally {
    process.emitWarning = emitWarning
  }
}
