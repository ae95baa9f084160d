/** Builds the program: bundles with its dependencies inside, the scripts of its pages, and the files that it reads beside them. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** The program, its threads, and what it loads only when needed: `moduleFile` finds these by name. */
const ENTRY_POINTS = [
  'cli/main',
  'build/main',
  'serve/backup-worker',
  'publish/analysis-worker',
  'site/pictures/og-worker',
  'languages/language-detector',
]

/** Files of dependencies that are no code: `dependencyFile` finds them. */
const DEPENDENCY_FILES = ['@resvg/resvg-wasm/index_bg.wasm']

/** Half of the dependencies are CommonJS. All that they still require is part of Node. */
const REQUIRE = 'const require = process.getBuiltinModule'

/** The data of the language detector is an object of a megabyte, which Node reads as JSON in a third of the time that it takes as code. */
const DETECTOR_DATA_AS_JSON: Plugin = {
  name: 'detector-data-as-json',
  setup({ onLoad }) {
    onLoad({ filter: /\/eld\/src\/ngrams\/\w+\.js$/ }, async ({ path }) => {
      const { ngramsData } = await import(pathToFileURL(path).href)
      const json = JSON.stringify(JSON.stringify(ngramsData))
      return { contents: `export const ngramsData = JSON.parse(${json})` }
    })
  },
}

/** Returns the files that went in. */
export async function buildProgram(root: string, dist: string): Promise<string[]> {
  const browser = [
    '-p',
    'tsconfig.browser.json',
    '--noEmit',
    'false',
    '--outDir',
    dist,
    '--rootDir',
    'src',
  ]
  compile(root, ...browser)
  for (const path of globSync('src/**/*.*', { cwd: root, exclude: ['**/*.ts', '**/*.json'] }))
    copy(join(root, path), join(dist, relative('src', path)))
  for (const path of DEPENDENCY_FILES)
    copy(createRequire(import.meta.url).resolve(path), join(dist, 'dependencies', path))
  return await bundle(root, dist)
}

export function compile(root: string, ...options: string[]): void {
  // Little is compiled: several threads that collect garbage would only take longer.
  const env = { ...process.env, GOGC: 'off' }
  const command = join(root, 'build/node_modules/.bin/tsc')
  execFileSync(command, ['--singleThreaded', ...options], { cwd: root, env, stdio: 'inherit' })
}

/** What several entry points or lazy imports need is in chunks that they share, so each command loads only what it uses. */
async function bundle(root: string, dist: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRY_POINTS.map(name => `src/${name}.ts`),
    outdir: dist,
    outbase: 'src',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // The main file of jsonc-parser is in a form whose requires no bundler can follow.
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
    // An optional driver of pg, which we do not use.
    external: ['pg-native'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [DETECTOR_DATA_AS_JSON],
    metafile: true,
  })
  return Object.keys(metafile.inputs)
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
