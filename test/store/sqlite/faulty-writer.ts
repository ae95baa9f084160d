/**
 * A process that imports reviews while no file may grow beyond a size: `faulty-writer.ts DATABASE_URL BYTES report|die`.
 * The write that would exceed it fails; then the process reports that, or dies at once, as if it was killed at that write.
 */
import { execFileSync } from 'node:child_process'
import { StatementSync } from 'node:sqlite'
import { mergeRows } from '../../../src/ingest/merge/merge-rows.ts'
import { system } from '../../../src/model/system.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { rows } from '../../kit/rows.ts'
import { validRows } from '../../kit/valid-rows.ts'

const [url, bytes, mode] = process.argv.slice(2)
const store = await openStore(url!, system)
if (mode === 'die') dieOfErrors()
execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
const outcome = await store
  .write(writer => mergeRows(validRows(rows(30)), writer, system.now().toISOString()))
  .then(
    () => 'written',
    ({ name, message }: Error) => `${name}: ${message}`,
  )
process.stdout.write(outcome, () => process.kill(process.pid, 'SIGKILL'))

/** Before anything can be rolled back. */
function dieOfErrors(): void {
  for (const name of ['run', 'all'] as const) {
    const original = StatementSync.prototype[name] as (...values: unknown[]) => unknown
    Object.defineProperty(StatementSync.prototype, name, {
      value(this: StatementSync, ...values: unknown[]) {
        try {
          return original.apply(this, values)
        } catch (error) {
          process.kill(process.pid, 'SIGKILL')
          throw error
        }
      },
    })
  }
}
