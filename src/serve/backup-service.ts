/** Makes a backup outside of this machine every day, as long as the service runs. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type BackupSettings, listBackups, timeOf, withPlace } from '../actions/backup/backup-place.ts'
import { system } from '../model/system.ts'
import { moduleFile } from '../package/package-files.ts'

type Settings = BackupSettings & { databaseUrl: string }

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 900_000

/** The place itself says when the last one was made, so a restart makes none too many and a lost one is made again. */
export function startBackups(settings: Settings, log: Pick<Logger, 'info' | 'error'>) {
  const closing = new AbortController()
  const { signal } = closing

  async function backUpIfDue(): Promise<void> {
    const [newest] = await withPlace(settings, listBackups)
    if (newest && system.now().getTime() - timeOf(newest) < DAY_MS) return
    await backUpInThread(settings, signal)
    log.info('Made a backup outside of this machine, encrypted, and read it back')
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await backUpIfDue().catch(error => {
        if (!signal.aborted) log.error(`No backup was made; the next try is in 15 minutes. ${error.message}`)
      })
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  return {
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

async function backUpInThread(settings: Settings, signal: AbortSignal): Promise<void> {
  const thread = new Worker(moduleFile('serve/backup-worker'), { workerData: settings })
  thread.unref()
  try {
    await once(thread, 'exit', { signal })
  } finally {
    await thread.terminate()
  }
}
