/** The entry point. Loading takes most of the start-up time, so the publishing thread loads in parallel: it starts before anything else is loaded. */
import '../package/find-modules.ts'
import { startPublishingWorker } from '../serve/start-publishing-worker.ts'

const argv = process.argv.slice(2)
const warmThread = argv[0] === 'serve' ? startPublishingWorker() : undefined
const { DISK_FULL, EXIT, isDiskFull } = await import('./base/result.ts')

// The reader of our output may close it early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream === process.stdout && isDiskFull(error)) process.stderr.write(`${DISK_FULL}\n`)
    else if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.failed)
  })

const { run } = await import('./commands.ts')
process.exitCode = await run(argv, process, warmThread)
