/** Progress of long work: a bar on a terminal, an occasional line elsewhere. */

export interface Progress {
  update(done: number): void
  /** Makes room for a message. */
  clear(): void
  end(): void
}

const BAR_WIDTH = 30
const LINE_EVERY_MS = 5000

export function createProgress(output: NodeJS.WriteStream, total: number, label: string): Progress {
  return output.isTTY ? createBar(output, total, label) : createLines(output, total, label)
}

const CLEAR_LINE = '\r\u001b[2K'

function createBar(output: NodeJS.WriteStream, total: number, label: string): Progress {
  return {
    update(done) {
      // Of a workbook, only the size of its packed sheets is known beforehand.
      const shown = Math.min(done, total)
      const filled = total === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * shown) / total)
      output.write(`\r${label} ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${shown}/${total}`)
    },
    clear: () => void output.write(CLEAR_LINE),
    end: () => void output.write(CLEAR_LINE),
  }
}

function createLines(output: NodeJS.WriteStream, total: number, label: string): Progress {
  let lastMs = performance.now()
  return {
    update(done) {
      if (performance.now() - lastMs < LINE_EVERY_MS) return
      lastMs = performance.now()
      output.write(`${label}: ${Math.min(done, total)} of ${total}\n`)
    },
    clear() {},
    end() {},
  }
}

/** A few texts are done at once: progress is shown only for work that takes longer. */
export function createAnalysisProgress(stderr: NodeJS.WriteStream) {
  let progress: Progress | undefined
  return {
    onProgress(done: number, total: number) {
      if (!progress && done === total) return
      progress ??= createProgress(stderr, total, 'Analyzing')
      progress.update(done)
    },
    end: () => progress?.end(),
  }
}

/** For reading a log. The total is known once the first entries are read, and may differ if the check starts over. */
export function createEntryProgress(stderr: NodeJS.WriteStream) {
  let progress: Progress | undefined
  let known = 0
  return {
    update(done: number, total: number) {
      if (!progress || total !== known) progress = createProgress(stderr, total, 'Entries')
      known = total
      progress.update(done)
    },
    end: () => progress?.end(),
  }
}
