/** The entry point. */
import '../package/find-modules.ts'

const { DISK_FULL, EXIT, isDiskFull } = await import('./base/result.ts')

// The reader of our output may close it early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream === process.stdout && isDiskFull(error)) process.stderr.write(`${DISK_FULL}\n`)
    else if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.failed)
  })

const { run } = await import('./commands.ts')
process.exitCode = await run(process.argv.slice(2), process)
