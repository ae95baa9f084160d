/** Progress of long work: a bar on a terminal, an occasional line elsewhere. */
import { barOf } from './screen.ts'

export type Progress = ReturnType<typeof createProgress>

const BAR_WIDTH = 30
const LINE_EVERY_MS = 5000

/** Shows nothing of work that is done at once. The total may differ if the work starts over. */
export function createProgress(output: NodeJS.WriteStream, label: string) {
  let lineMs = performance.now()
  let isShown = false
  return {
    update(done: number, total: number): void {
      if (!isShown && done >= total) return
      isShown = true
      // Of a workbook, only the size of its packed sheets is known beforehand.
      const shown = Math.min(done, total)
      if (output.isTTY) output.write(`\r${label} ${barOf(shown, total, BAR_WIDTH)} ${shown}/${total}`)
      else if (performance.now() - lineMs >= LINE_EVERY_MS) {
        lineMs = performance.now()
        output.write(`${label}: ${shown} of ${total}\n`)
      }
    },
    /** At the end, or to make room for a message. */
    clear(): void {
      if (isShown && output.isTTY) output.write('\r\u001b[2K')
    },
  }
}
