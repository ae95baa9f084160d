/** Keeps processes on some of the cores, with taskset of util-linux. */
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

/** All threads of each; threads and children that begin later stay on the same cores. */
export function pin(pids: number[], cores: number[]): void {
  for (const pid of pids)
    try {
      execFileSync('taskset', ['-a', '-c', '-p', cores.join(), String(pid)], { stdio: 'ignore' })
    } catch (error) {
      // A connection to the database may end just now.
      if (existsSync(`/proc/${pid}`)) throw error
    }
}

/** Those that this process may use, from a list such as "0-1,4". */
export function ownCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]!
  return list.split(',').flatMap(part => {
    const [first, last = first] = part.split('-').map(Number) as [number, number?]
    return Array.from({ length: last - first + 1 }, (_, place) => first + place)
  })
}
