/** `firsthand serve`: runs the service until it is told to stop. */
import { once } from 'node:events'
import type { Logger } from 'pino'
import { type ServiceSettings, startService } from '../service.ts'
import { EXIT, UsageProblem } from './problem.ts'

export async function serve(
  settings: ServiceSettings,
  log: Logger,
  process: NodeJS.Process,
): Promise<number> {
  const service = await startService(settings, log).catch(error => {
    throw error.code === 'EADDRINUSE' ? new UsageProblem(portTaken(settings.port)) : error
  })
  log.info(`Listening on ${service.url}`)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  log.info('Stopping: answers under way are finished first')
  // Whoever asks twice does not want to wait.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(EXIT.failed))
  await service.close()
  return EXIT.done
}

const portTaken = (port: number) =>
  `Port ${port} is taken, perhaps by another Firsthand. Stop that, or choose another with --port or PORT.`
