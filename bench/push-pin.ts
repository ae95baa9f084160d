/** Pins processes to cores, with taskset from util-linux. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Pins all threads; threads and children that start later inherit the cores. */
export function pin(pids: number[], cores: number[]): void {
  for (const pid of pids)
    try {
      execFileSync('taskset', ['-a', '-c', '-p', cores.join(), String(pid)], { stdio: 'ignore' })
    } catch (error) {
      // A database connection, which is a process, may have just ended.
      if (existsSync(`/proc/${pid}`)) throw error
    }
}

/** The cores that this process may use, from a list such as "0-1,4". */
export function ownCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]!
  return list.split(',').flatMap(range => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?]
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  })
}
