/** Assembles reader.wat into weights/reader.wasm: `node train/assemble.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import wabt from 'wabt'

export async function assemble(): Promise<Uint8Array> {
  const source = await readFile(new URL('reader.wat', import.meta.url), 'utf8')
  const module = (await wabt()).parseWat('reader.wat', source, { simd: true, relaxed_simd: true })
  return module.toBinary({}).buffer
}

if (import.meta.main)
  await writeFile(new URL('../weights/reader.wasm', import.meta.url), await assemble())
