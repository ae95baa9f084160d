/** The program. Most of the time until the first answer goes into loading, so the two threads load side by side. */
import { startThread } from '../thread.ts'
import { EXIT } from './problem.ts'

// Whoever reads what is written may have seen enough, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.failed)
  })

const argv = process.argv.slice(2)
const warmThread = argv[0] === 'serve' ? startThread() : undefined
const { run } = await import('./commands.ts')
process.exitCode = await run(argv, warmThread)
