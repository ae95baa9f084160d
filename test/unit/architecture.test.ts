/** Holds the code to the table of modules in docs/modules.md. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('src/**/*.ts', { cwd: root })

/** Module or module/inner → what its row allows. */
const table = new Map(
  [
    ...readFileSync(join(root, 'docs/modules.md'), 'utf8').matchAll(
      /^\| `src\/([\w/]+)\/` \|.*\| ([\w, ]+) \|$/gm,
    ),
  ].map(([, folder, allowed]) => [folder!, allowed!.split(', ')]),
)

const folderOf = (file: string) => dirname(file).slice('src/'.length)
const moduleOf = (folder: string) => folder.split('/')[0]!

/** Every way in which one file makes another run or be typed: imports, re-exports, side effects, workers. */
const REFERENCES = [
  /\bfrom '(\.[^']+)'/g,
  /\bimport '(\.[^']+)'/g,
  /\bimport\('(\.[^']+)'\)/g,
  /new URL\(\s*['`](\.[^'`$]+\.ts)['`],\s*import\.meta\.url/g,
]

/** A worker, or a module that is loaded late: named from the root of the sources. */
const MODULE_FILE = /\bmoduleFile\('([^']+)'\)/g

function referencesIn(file: string, code: string): string[] {
  const named = [...code.matchAll(MODULE_FILE)].map(([, path]) => `src/${path}.ts`)
  const imported = REFERENCES.flatMap(pattern =>
    [...code.matchAll(pattern)].map(([, path]) => {
      const target = normalize(join(dirname(file), path!))
      return target.endsWith('.ts') ? target : `${target}.ts`
    }),
  )
  return [...named, ...imported].filter(target => target.startsWith('src/'))
}

/** Why the reference breaks the table; null where it does not. */
function violation(file: string, target: string): string | null {
  const [from, to] = [folderOf(file), folderOf(target)]
  if (from === to) return null
  const module = moduleOf(from)
  if (module !== moduleOf(to)) {
    const allowed = table.get(module) ?? []
    return allowed.includes('anything') || allowed.includes(moduleOf(to))
      ? null
      : `${file} imports ${target}`
  }
  if (from === module) return null
  const wanted = to === module ? module : to.slice(module.length + 1)
  return table.get(from)?.includes(wanted) ? null : `${file} imports ${target}`
}

const EXPORT = /^export (?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm

/** Folders whose files offer the same on purpose. */
const MIRRORED = /^src\/(?:ingest\/formats|store\/(?:sqlite|postgres))\//

const references = new Map(
  files.map(file => [file, referencesIn(file, readFileSync(join(root, file), 'utf8'))]),
)

/** Imports that run, other than those that wait until they are needed. */
const STATIC_IMPORT = /^(?:import|export) (?!type )(?:[^']*? from )?'(\.[^']+\.ts)'/gm

/** Every file that is loaded before the first line of this one runs. */
function loadedWith(file: string, loaded = new Set<string>()): string[] {
  loaded.add(file)
  for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(STATIC_IMPORT)) {
    const target = normalize(join(dirname(file), path!))
    if (!loaded.has(target)) loadedWith(target, loaded)
  }
  return [...loaded].toSorted()
}

describe('The architecture', () => {
  it('No file is directly in src/', () => {
    const loose = readdirSync(join(root, 'src'), { withFileTypes: true }).filter(
      entry => !entry.isDirectory(),
    )
    assert.deepEqual(
      loose.map(({ name }) => name),
      [],
    )
  })

  it('The table in docs/modules.md lists every module and inner module, and no other', () => {
    assert.deepEqual([...table.keys()].toSorted(), [...new Set(files.map(folderOf))].toSorted())
  })

  it('No import goes beyond the table', () => {
    const broken = [...references].flatMap(([file, targets]) =>
      targets.map(target => violation(file, target)).filter(found => found !== null),
    )
    assert.deepEqual(broken, [])
  })

  it('No imports form a cycle, types included', () => {
    assert.deepEqual(findCycle(references), null)
  })

  it('No command waits for what others need', () => {
    const early = loadedWith('src/cli/commands.ts')
    for (const file of ['serve/service.ts', 'insights/analyze.ts', 'outgoing/http-client.ts'])
      assert.ok(files.includes(`src/${file}`) && !early.includes(`src/${file}`), file)
  })

  it('The process that responds loads neither the insights engine nor readers of review files', () => {
    const loaded = loadedWith('src/cli/serve.ts')
    assert.ok(loaded.includes('src/publish/snapshot.ts'))
    for (const file of ['src/insights/analyze.ts', 'src/ingest/review-file.ts'])
      assert.ok(files.includes(file) && !loaded.includes(file), file)
  })

  it('No two exports share a name, except those that every format and database engine offers', () => {
    const exported = files.flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(EXPORT)].map(([, name]) => ({
        file,
        name: name!,
      })),
    )
    // A schema and its type share their name on purpose.
    const shared = [...Map.groupBy(exported, ({ name }) => name)]
      .map(([name, group]) => ({ name, in: [...new Set(group.map(({ file }) => file))] }))
      .filter(one => one.in.length > 1 && !one.in.every(file => MIRRORED.test(file)))
    assert.deepEqual(shared, [])
  })
})

describe('The check of the architecture', () => {
  const ways: [string, string][] = [
    ['an import', "import { a } from '../store/store.ts'"],
    ['an import of types', "import type { A } from '../store/store.ts'"],
    ['an import over several lines', "import {\n  a,\n  b,\n} from '../store/store.ts'"],
    ['a re-export', "export { a } from '../store/store.ts'"],
    ['a dynamic import', "await import('../store/store.ts')"],
    ['an import for its side effect', "import '../store/store.ts'"],
    ['a worker named by its file', "new Worker(new URL('../store/store.ts', import.meta.url))"],
    ['a worker named from the root of the sources', "new Worker(moduleFile('store/store'))"],
  ]
  for (const [name, code] of ways)
    it(`The check sees ${name}`, () => {
      const targets = referencesIn('src/ledger/audit.ts', code)
      assert.deepEqual(targets, ['src/store/store.ts'])
      assert.notEqual(violation('src/ledger/audit.ts', targets[0]!), null)
    })

  it('The check sees an inner module that imports a sibling its row does not name', () => {
    assert.notEqual(
      violation('src/publish/months/month.ts', 'src/publish/search/search-response.ts'),
      null,
    )
    assert.equal(
      violation('src/publish/search/search-response.ts', 'src/publish/months/month.ts'),
      null,
    )
  })

  it('The check sees an inner module that imports the files above it', () => {
    assert.notEqual(violation('src/publish/months/month.ts', 'src/publish/snapshot.ts'), null)
  })

  it('The check sees a cycle', () => {
    const cycle = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ])
    assert.deepEqual(findCycle(cycle), ['b', 'c', 'b'])
  })
})

/** The first cycle reachable from any file, as the files on it. */
function findCycle(graph: ReadonlyMap<string, string[]>): string[] | null {
  const done = new Set<string>()
  function walk(file: string, way: string[]): string[] | null {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of graph.get(file) ?? []) {
      const cycle = walk(next, [...way, file])
      if (cycle) return cycle
    }
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const cycle = walk(file, [])
    if (cycle) return cycle
  }
  return null
}
