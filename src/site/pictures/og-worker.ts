/** A thread that draws pictures, so that neither clients nor the next publication wait for them. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { dependencyFile, packageFile } from '../../package/package-files.ts'
import { drawIcon } from './favicon.ts'
import { measureFont } from './font.ts'
import { drawOgPicture, type Picture } from './og-picture.ts'

const bold = readFileSync(packageFile('assets/DejaVuSans-Bold.ttf'))
const regular = readFileSync(packageFile('assets/DejaVuSans.ttf'))

await initWasm(readFileSync(dependencyFile('@resvg/resvg-wasm/index_bg.wasm')))
const fonts = { bold: measureFont(bold), regular: measureFont(regular) }
// The same bytes on every machine: no font but these is looked at.
const font = { fontBuffers: [bold, regular], defaultFontFamily: 'DejaVu Sans' }

parentPort!.on('message', (wanted: Picture) => {
  const svg =
    'share' in wanted ? drawOgPicture(wanted.share, fonts) : drawIcon(wanted.icon, fonts.bold)
  const picture = new Resvg(svg, { font })
  const image = picture.render()
  parentPort!.postMessage(image.asPng())
  image.free()
  picture.free()
})
