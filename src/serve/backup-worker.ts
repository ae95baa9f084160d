/** A thread that makes one backup: copying and checking a large database would keep visitors waiting. */
import { workerData } from 'node:worker_threads'
import { backUpOutside } from '../actions/back-up.ts'
import type { BackupSettings } from '../actions/backup/backup-place.ts'
import { system } from '../model/system.ts'

const { databaseUrl, ...settings } = workerData as BackupSettings & { databaseUrl: string }
await backUpOutside(databaseUrl, settings, system.now())
