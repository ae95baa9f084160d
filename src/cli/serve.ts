/** `firsthand serve`: runs the service until it is told to stop. */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { type ServiceSettings, startService } from '../service/service.ts'
import { EXIT, UsageError } from './base/exit.ts'
import { createLog } from './base/log.ts'

export async function serve(
  settings: ServiceSettings,
  process: NodeJS.Process,
  warmThread?: Worker,
): Promise<number> {
  const log = createLog(process.stdout)
  const service = await startService(settings, log, warmThread).catch(error => {
    const sentence = listenProblem(error, settings)
    throw sentence ? new UsageError(sentence) : error
  })
  // Before it says that it listens: who reads that may stop it at once.
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  log.info(`Listening on ${service.url}`)
  await stopped
  log.info('Stopping: answers under way are finished first')
  // Whoever asks twice does not want to wait.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(EXIT.failed))
  await service.close()
  return EXIT.done
}

function listenProblem(
  { code = '', port }: NodeJS.ErrnoException & { port?: number },
  { host, metricsPort }: ServiceSettings,
): string | undefined {
  const setting = port === metricsPort ? '--metrics-port or METRICS_PORT' : '--port or PORT'
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken, perhaps by another Firsthand. Stop that, or choose another with ${setting}.`
  if (code === 'EACCES')
    return `Port ${port} may not be opened by this user. Choose one above 1023 with ${setting}.`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return `"${host}" is no address of this machine. Choose another with --host or HOST.`
  return undefined
}
