/** A thread that draws one picture and ends, so that neither readers nor the next publication wait for it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { measureFont } from './font.ts'
import { drawOgPicture, type OgFacts } from './og-picture.ts'

const { resolve } = createRequire(import.meta.url)
const readAsset = (name: string) => readFileSync(new URL(`../../../assets/${name}`, import.meta.url))
const bold = readAsset('DejaVuSans-Bold.ttf')
const regular = readAsset('DejaVuSans.ttf')

await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')))
const svg = drawOgPicture(workerData as OgFacts, { bold: measureFont(bold), regular: measureFont(regular) })
// The same bytes on every machine: no font but these is looked at.
const picture = new Resvg(svg, { font: { fontBuffers: [bold, regular], defaultFontFamily: 'DejaVu Sans' } })
parentPort!.postMessage(picture.render().asPng())
