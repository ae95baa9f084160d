/** Assembles gru.wat into weights/gru.wasm: `node train/assemble.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import wabt from 'wabt'

export async function assemble(): Promise<Uint8Array> {
  const source = await readFile(new URL('gru.wat', import.meta.url), 'utf8')
  const module = (await wabt()).parseWat('gru.wat', source, { simd: true })
  return module.toBinary({}).buffer
}

if (import.meta.main) await writeFile(new URL('../weights/gru.wasm', import.meta.url), await assemble())
