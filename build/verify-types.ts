/** Writes the types of `firsthand/verify`, which need no other package. */
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Compile = (...options: string[]) => void

/** `dist` has the declarations of the ledger, and of the schemas that it takes its types from. */
export function writeVerifyTypes(root: string, dist: string, compile: Compile): void {
  const written = join(dist, 'written-out')
  compile('-p', 'build/verify-types', '--outDir', written)
  cpSync(join(written, 'build/verify-types'), join(dist, 'model'), { recursive: true })
  rmSync(written, { recursive: true })
  const needed = withImports(join(dist, 'ledger/verify.d.ts'))
  for (const path of globSync('dist/**/*.d.ts', { cwd: root }))
    if (!needed.has(join(root, path))) rmSync(join(root, path))
}

function withImports(file: string, known = new Set<string>()): Set<string> {
  known.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)) {
    if (!path!.startsWith('.'))
      throw new Error(`${file} needs ${path}, which the package does not bring.`)
    const imported = join(dirname(file), path!.replace(/\.ts$/, '.d.ts'))
    if (!known.has(imported)) withImports(imported, known)
  }
  return known
}
