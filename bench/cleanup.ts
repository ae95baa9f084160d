/** Child processes and folders of a benchmark: none outlives it, also when it fails or is interrupted. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

const KILL_AFTER_MS = 5000

/** Has the process stopped with the benchmark. */
export function track<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  const forget = () => children.delete(child)
  child.once('exit', forget)
  // A program that could not be started never exits; without a listener the event would end the benchmark.
  child.once('error', forget)
  return child
}

/** Asks the process to stop, and kills it if it does not. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill()
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
  await exited
  clearTimeout(timer)
}

export const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null

/** A temporary folder that is removed with the benchmark. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'firsthand-bench-'))
  folders.add(folder)
  return folder
}

export async function cleanUp(): Promise<void> {
  await Promise.all([...children].map(stopChild))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

/** Cleans up when the benchmark is interrupted, and kills what is left however the process ends. */
export function cleanUpOnExit(): void {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => void cleanUp().finally(() => process.exit(exitCode)))
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
  })
}
