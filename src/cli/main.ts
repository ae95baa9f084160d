/** The entry point. Loading takes most of the start-up time, so the publishing thread loads in parallel. */
import { startPublishingWorker } from '../serve/start-publishing-worker.ts'
import { DISK_FULL, EXIT, isDiskFull } from './base/result.ts'

// The reader of our output may close it early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream === process.stdout && isDiskFull(error)) process.stderr.write(`${DISK_FULL}\n`)
    else if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.failed)
  })

const argv = process.argv.slice(2)
const warmThread = argv[0] === 'serve' ? startPublishingWorker() : undefined
const { run } = await import('./commands.ts')
process.exitCode = await run(argv, process, warmThread)
