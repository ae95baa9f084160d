/** Makes a backup outside of this machine every day, as long as the service runs. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type BackupSettings, timeOf, withPlace } from '../actions/backup/backup-place.ts'
import { listOwnBackups } from '../actions/backup/own-backups.ts'
import { sweepTemporaryFolders } from '../actions/temporary-folder.ts'
import { startLoop, system } from '../model/system.ts'
import { moduleFile } from '../package/package-files.ts'
import { OUTSIDE, type OutsideBackup } from '../store/base/stored-settings.ts'
import type { Store } from '../store/store.ts'

type Settings = BackupSettings & { databaseUrl: string }
type Memos = Pick<Store, 'write'>

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 900_000

/** The place itself says when the last one was made, so a restart makes none too many and a lost one is made again. */
export function startBackups(
  store: Memos,
  settings: Settings,
  log: Pick<Logger, 'info' | 'error'>,
) {
  async function backUpIfDue(signal: AbortSignal): Promise<void> {
    await noteWanted(store)
    const [newest] = await withPlace(settings, place => listOwnBackups(place, settings.databaseUrl))
    if (newest && system.now().getTime() - timeOf(newest) < DAY_MS) return
    await backUpInThread(settings, signal)
    log.info('Made a backup outside of this machine, encrypted, and read it back')
  }

  return startLoop(async signal => {
    await backUpIfDue(signal).catch(error => {
      if (!signal.aborted)
        log.error(`No backup was made; the next try is in 15 minutes. ${error.message}`)
    })
    return LOOK_EVERY_MS
  })
}

/** One that has never succeeded is a problem after a while, whatever starts again in between. */
const noteWanted = (store: Memos) =>
  store.write(async writer => {
    if (await writer.memo(OUTSIDE)) return
    const wanted: OutsideBackup = { at: system.now().toISOString(), isMade: false }
    await writer.setMemo(OUTSIDE, wanted)
  })

async function backUpInThread(settings: Settings, signal: AbortSignal): Promise<void> {
  const thread = new Worker(moduleFile('serve/backup-worker'), { workerData: settings })
  thread.unref()
  try {
    await once(thread, 'exit', { signal })
  } finally {
    await thread.terminate()
    // A service that stops in the middle of one leaves no copy until its next start.
    await sweepTemporaryFolders(settings.databaseUrl)
  }
}
