/** Lists the packages that are inside the bundles, with the licenses that ask to be passed on. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const INTRODUCTION = 'Firsthand contains these packages, each under its own license.\n'

/** The folder of a package in the path of one of its files; the innermost, where packages are nested. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

export function listLicenses(root: string, files: string[]): string {
  const folders = new Set(files.flatMap(file => PACKAGE_FOLDER.exec(file)?.[0] ?? []))
  const packages = [...folders].sort().map(folder => describePackage(join(root, folder)))
  return [INTRODUCTION, ...packages].join(`\n${'-'.repeat(80)}\n\n`)
}

interface Manifest {
  name: string
  version: string
  license: string
  repository: string | { url: string }
}

function describePackage(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license, repository } = manifest
  const source = typeof repository === 'string' ? repository : repository.url
  const heading = `${name} ${version}\nLicense: ${license}\nSource: ${source}`
  return `${[heading, ...readLicenses(folder)].join('\n\n')}\n`
}

function readLicenses(folder: string): string[] {
  const names = readdirSync(folder).sort()
  const read = (name: string) =>
    readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()
  const texts = names.filter(name => /^(licen[cs]e|notice|copying)/i.test(name)).map(read)
  if (texts.length > 0) return texts
  // Some say it in their README alone.
  const [section] =
    /(?<=^(?:#+ licen[cs]e|licen[cs]e\n-+)\n+)[^#]+/im.exec(
      read(names.find(name => /^readme/i.test(name))!),
    ) ?? []
  if (!section)
    throw new Error(`${folder} has no license text: find out what its license asks for.`)
  return [section.trim()]
}
