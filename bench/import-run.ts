/** The program, with a word at the end about the memory it took. */
import { run } from '../src/cli/commands.ts'

process.exitCode = await run(process.argv.slice(2))
process.stderr.write(`maxRSS ${process.resourceUsage().maxRSS}\n`)
