/** The program. Most of the time until the first answer goes into loading, so the two threads load side by side. */
import { startPublishingWorker } from '../service/start-publishing-worker.ts'
import { EXIT } from './base/exit.ts'

// Whoever reads what is written may have seen enough, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.failed)
  })

const argv = process.argv.slice(2)
const warmThread = argv[0] === 'serve' ? startPublishingWorker() : undefined
const { run } = await import('./commands.ts')
process.exitCode = await run(argv, warmThread)
