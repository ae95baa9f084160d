import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeLock } from '../../build/sbom.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

describe('The software bill of materials', () => {
  const bom = describeLock(read('package-lock.json'))

  it('Every locked package is listed once, with its license and its digest', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: object }
    assert.equal(bom.components.length, Object.keys(packages).length - 1)
    assert.equal(new Set(bom.components.map(one => one['bom-ref'])).size, bom.components.length)
    for (const { purl, licenses, hashes } of bom.components) {
      assert.match(purl, /^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/)
      assert.equal(licenses.length, 1)
      assert.match(hashes![0]!.content, /^[0-9a-f]{40,128}$/)
    }
  })

  it('Every reference leads to a listed package, and the program needs what package.json names', () => {
    const refs = new Set(['.', ...bom.components.map(one => one['bom-ref'])])
    for (const { dependsOn } of bom.dependencies)
      for (const ref of dependsOn) assert.ok(refs.has(ref), ref)
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: object }
    const needed = bom.dependencies.find(({ ref }) => ref === '.')!.dependsOn
    for (const name of Object.keys(devDependencies))
      assert.ok(needed.includes(`node_modules/${name}`), name)
  })

  it('The same lock file gives the same bytes, without times or paths of the machine', () => {
    const text = JSON.stringify(bom)
    assert.equal(JSON.stringify(describeLock(read('package-lock.json'))), text)
    assert.doesNotMatch(text, /timestamp|serialNumber|https?:/)
  })

  it('The command prints it', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { sbom: string } }
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const [, ...args] = scripts.sbom.split(' ')
    const printed = execFileSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    assert.deepEqual(JSON.parse(printed), JSON.parse(JSON.stringify(bom)))
  })
})
