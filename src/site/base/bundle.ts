/** Joins modules into one file, each in a function of its own, so that their names never meet. */

export interface Module {
  /** Where it is, such as `ledger/audit`. */
  name: string
  code: string
  /** The name of the module that an import path means. */
  resolve(path: string): string
}

/** Dependencies come first; the last module is the one that runs. Readable as written: only imports and exports change. */
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

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)';?$/gm
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
    .replaceAll(IMPORT, (_, names, path) => take(names, path))
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
