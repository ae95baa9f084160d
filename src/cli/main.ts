/** The program. Most of the time until the first answer goes into loading, so the two threads load side by side. */
import { startThread } from '../thread.ts'

const argv = process.argv.slice(2)
const warmThread = argv[0] === 'serve' ? startThread() : undefined
const { run } = await import('./commands.ts')
process.exitCode = await run(argv, warmThread)
