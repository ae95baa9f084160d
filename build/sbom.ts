/** Prints the software bill of materials as CycloneDX 1.6 JSON: every package of package-lock.json. The same lock file gives the same bytes. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface LockedPackage {
  name?: string
  version: string
  license: string
  integrity?: string
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Packages = Record<string, LockedPackage>

const root = fileURLToPath(new URL('..', import.meta.url))

export function describeLock(lock: string) {
  const { packages } = JSON.parse(lock) as { packages: Packages }
  const places = Object.keys(packages).toSorted()
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...describe('', packages['']!) } },
    components: places
      .filter(place => place !== '')
      .map(place => ({ type: 'library', ...describe(place, packages[place]!) })),
    dependencies: places.map(place => ({
      ref: refOf(place),
      dependsOn: dependenciesOf(place, packages).map(refOf),
    })),
  }
}

function describe(place: string, { name, version, license, integrity, optional }: LockedPackage) {
  const known = name ?? nameAt(place)
  return {
    'bom-ref': refOf(place),
    name: known,
    version,
    purl: `pkg:npm/${known.replace('@', '%40')}@${version}`,
    ...(optional && { scope: 'optional' }),
    licenses: [
      / (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } },
    ],
    ...(integrity && { hashes: [hashOf(integrity)] }),
  }
}

/** A version may be there twice, at different places. */
const refOf = (place: string) => place || '.'

const nameAt = (place: string) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** As Node finds them: at the nearest place above that has the name. */
function dependenciesOf(place: string, packages: Packages): string[] {
  const { dependencies, devDependencies, optionalDependencies } = packages[place]!
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return names.flatMap(name => locate(place, name, packages) ?? []).toSorted()
}

function locate(place: string, name: string, packages: Packages): string | null {
  for (
    let above = place;
    ;
    above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))
  ) {
    const wanted = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`
    if (packages[wanted]) return wanted
    if (above === '') return null
  }
}

function hashOf(integrity: string) {
  const [, bits, digest] = /^sha(\d+)-(.+)$/.exec(integrity)!
  return { alg: `SHA-${bits}`, content: Buffer.from(digest!, 'base64').toString('hex') }
}

// At the end: constants have no value above the line that sets them.
if (import.meta.main) {
  const lock = readFileSync(`${root}package-lock.json`, 'utf8')
  process.stdout.write(`${JSON.stringify(describeLock(lock), null, 2)}\n`)
}
