/** Runs the program, then prints its peak memory. */
import { run } from '../src/cli/commands.ts'

process.exitCode = await run(process.argv.slice(2), process)
process.stderr.write(`maxRSS ${process.resourceUsage().maxRSS}\n`)
