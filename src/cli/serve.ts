/** `firsthand serve`: runs the service until it gets SIGTERM or SIGINT. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { PROGRAM } from '../actions/shell-command.ts'
import { createPublicDesk } from '../desk/public-desk.ts'
import { system } from '../model/system.ts'
import { startBuilderProcess } from '../serve/builder-process.ts'
import { type MountDesk, type ServiceSettings, startService } from '../serve/service.ts'
import { isMissing, sqlitePath } from '../store/open-store.ts'
import { EXIT, listenForStop, UsageError } from './base/result.ts'

export async function serve(
  settings: ServiceSettings & { agree?: boolean },
  process: NodeJS.Process,
  startBuilder = startBuilderProcess,
  onListening: (url: string) => void = () => {},
): Promise<number> {
  const log = createLog(process.stdout, settings.logLevel)
  if (isMissing(settings.databaseUrl) && existsSync(settings.businessFile))
    log.warn(describeBeginning(settings))
  if (settings.domain) await (await import('./agree-to-terms.ts')).agreeToTerms(settings, process)
  const check = async () =>
    (await import('../actions/check-installation.ts')).checkInstallation(settings, system)
  // Before it listens: whoever sees that it responds may stop it at once.
  const stopped = once(listenForStop(process), 'abort').then(() => null)
  for (;;) {
    const { promise: asked, resolve: replaceDatabase } =
      Promise.withResolvers<() => Promise<string>>()
    const mountDesk: MountDesk = place =>
      createPublicDesk({ ...place, ...system, places: settings, check, replaceDatabase })
    const service = await startService(settings, log, startBuilder, mountDesk).catch(failure => {
      // If closing failed as well, the first failure is the one to report.
      const error = failure instanceof SuppressedError ? failure.suppressed : failure
      const message = listenProblem(error, settings)
      throw message ? new UsageError(message) : error
    })
    log.info(`Listening on ${service.url}`)
    onListening(service.url)
    const work = await Promise.race([stopped, asked])
    log.info('Stopping after the responses in progress')
    await service.close()
    if (!work) return EXIT.done
    log.warn(await work())
  }
}

/** On a new machine this may be the wrong beginning: whoever checks the log would take it for a forged history. */
const describeBeginning = ({ databaseUrl, businessFile }: ServiceSettings) =>
  `There is no database at ${sqlitePath(databaseUrl)}: this begins a new public history, with a new key and no reviews. If the reviews of ${businessFile} were published before, stop now and restore the backup: ${PROGRAM} restore-backup FILE`

function listenProblem(
  { code = '', port }: NodeJS.ErrnoException & { port?: number },
  { host, domain, httpPort, metricsPort, metricsHost }: ServiceSettings,
): string | undefined {
  // An error about port 0 has no port.
  const isMetrics = metricsPort !== undefined && port === metricsPort
  const isPlain = domain !== undefined && port === httpPort
  const setting = waysToSet(isMetrics ? 'metrics-port' : isPlain ? 'http-port' : 'port')
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use, perhaps by another Firsthand. Stop that, or choose another port with ${setting}.`
  if (code === 'EACCES' && domain)
    return `This user may not open port ${port}. docs/operations.md says how to allow it without running as root ("Your own domain").`
  if (code === 'EACCES')
    return `This user may not open port ${port}. Choose one above 1023 with ${setting}.`
  if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return `"${isMetrics ? metricsHost : host}" is not an address of this machine. Choose another with ${waysToSet(isMetrics ? 'metrics-host' : 'host')}.`
  return undefined
}

const waysToSet = (name: string) => `--${name} or ${name.replace('-', '_').toUpperCase()}`

/** Plain lines on a terminal, JSON lines elsewhere. */
function createLog(output: NodeJS.WriteStream, level: pino.LevelWithSilent = 'info'): pino.Logger {
  return output.isTTY
    ? pino({ base: null, level }, { write: line => output.write(plainLine(line)) })
    : pino({ base: null, level }, output)
}

const LEVELS: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Fatal: ' }

type LogLine = Record<'level' | 'time', number> & { msg: string; err?: { stack: string } }

function plainLine(line: string): string {
  const { level, time, msg, err }: LogLine = JSON.parse(line)
  const clock = new Date(time).toISOString().slice(11, 19)
  return `${clock} ${LEVELS[level] ?? ''}${msg}${err ? `\n${err.stack}` : ''}\n`
}
