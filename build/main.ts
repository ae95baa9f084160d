/** Builds what the npm package runs into dist/, with the types of the verifier and the licenses of what is inside. */
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listLicenses } from './licenses.ts'
import { buildProgram, compile } from './program.ts'
import { writeVerifyTypes } from './verify-types.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
const bundled = await buildProgram(root, dist)
writeVerifyTypes(root, dist, (...options) => compile(root, ...options))
// The compiler writes all that it read, but neither the ledger nor the browser runs the schemas.
for (const path of globSync('dist/model/*.{js,json}', { cwd: root })) rmSync(join(root, path))
writeFileSync(join(root, 'THIRD-PARTY-LICENSES'), listLicenses(root, bundled))
