/** The service's log: plain lines on a terminal, JSON lines elsewhere. */
import { pino } from 'pino'
import type { LogLevel } from '../../serve/log-levels.ts'

export function createLog(output: NodeJS.WriteStream, level: LogLevel = 'info'): pino.Logger {
  return output.isTTY
    ? pino({ base: null, level }, { write: line => output.write(plainLine(line)) })
    : pino({ base: null, level }, output)
}

const LEVELS: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Fatal: ' }

function plainLine(line: string): string {
  const { level, time, msg, err } = JSON.parse(line) as {
    level: number
    time: number
    msg: string
    err?: { stack: string }
  }
  const clock = new Date(time).toISOString().slice(11, 19)
  return `${clock} ${LEVELS[level] ?? ''}${msg}${err ? `\n${err.stack}` : ''}\n`
}
