/** Which modules a test file imports, directly or through other test files: the rules for test runs are derived from this. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Among the names of an import of everything. */
export const EVERY_NAME = '*'

export interface Import {
  /** A path from the root of the project, or the name of a package. */
  from: string
  names: string[]
}

/** Reads a file by its path from the root of the project. */
export type ReadSource = (file: string) => string

export interface TestImports {
  textOf: ReadSource
  importsOf(file: string): Import[]
  /** The file and all test files that it imports, directly or not. */
  reach(file: string): Set<string>
}

export const findTestFiles = (): string[] => globSync('test/**/*.test.ts', { cwd: ROOT }).toSorted()

const readFromRoot: ReadSource = file => readFileSync(join(ROOT, file), 'utf8')

export function createTestImports(read: ReadSource = readFromRoot): TestImports {
  const known = new Map<string, Import[]>()

  function importsOf(file: string): Import[] {
    const found = known.get(file) ?? findImports(file, read(file))
    known.set(file, found)
    return found
  }

  function reach(file: string, reached = new Set<string>()): Set<string> {
    if (reached.has(file)) return reached
    reached.add(file)
    for (const { from } of importsOf(file)) if (from.startsWith('test/')) reach(from, reached)
    return reached
  }

  return { textOf: read, importsOf, reach: file => reach(file) }
}

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)([\w\s{},*$]+?)\s*from\s*'([^']+)'/gm
/** Not in a string, which may be the source of another file. */
const DYNAMIC_IMPORT = /^[^"\n]*\bimport\(\s*'([^']+)'\s*\)/gm
/** A program that a test starts. */
const PROGRAM = /^[^"\n]*\bnew URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url/gm

/** The imports of values: types open nothing. */
function findImports(file: string, source: string): Import[] {
  const toImport = (from: string, names: string[]): Import => ({
    from: from.startsWith('.') ? normalize(join(dirname(file), from)) : from,
    names,
  })
  const imports = [...source.matchAll(IMPORT)]
    .map(([, clause, from]) => toImport(from!, namesIn(clause!)))
    .filter(({ names }) => names.length > 0)
  const others = [...source.matchAll(DYNAMIC_IMPORT), ...source.matchAll(PROGRAM)].map(([, from]) =>
    toImport(from!, [EVERY_NAME]),
  )
  return [...imports, ...others.filter(({ from }) => !from.startsWith('test/') || from.endsWith('.ts'))]
}

/** Under their original names. */
const namesIn = (clause: string) =>
  clause
    .split(/[{},]/)
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '))
    .map(name => (name.startsWith('*') ? EVERY_NAME : name.split(' as ')[0]!))
