/** What every page of the desk works with. */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { BackupSettings } from '../../actions/backup/backup-place.ts'
import type { InstallationReport } from '../../actions/check-installation.ts'
import type { PullSettings } from '../../actions/pull/pull-source.ts'
import { createShellCommand, type Places } from '../../actions/shell-command.ts'
import { openTemporaryFolder } from '../../actions/temporary-folder.ts'
import type { AlertTargets } from '../../alerts/send-alert.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { Store } from '../../store/store.ts'
import { createDeskReviews } from './desk-reviews.ts'
import type { DeskSession } from './desk-sessions.ts'
import { createUploads } from './uploads.ts'

/** What a desk is made of, on this machine or at the public address. */
export interface DeskParts {
  store: Store
  /** Where the database and its backups are, and what may leave this machine. */
  places: Places & BackupSettings & PullSettings & AlertTargets
  /** The public address of the site. */
  baseUrl: string
  /** Checks everything that the installation depends on. */
  check(): Promise<InstallationReport>
  /** Closes everything that uses the database, does the work, which tells what it did, and starts again; absent where that is not possible. */
  replaceDatabase?: ((work: () => Promise<string>) => void) | undefined
  now(): Date
  randomBytes(size: number): Uint8Array
  /** How long an upload may go without a byte. */
  silentMs?: number
}

export type Desk = ReturnType<typeof createDesk>

export const createDesk = ({ randomBytes, silentMs, ...parts }: DeskParts) => ({
  ...parts,
  businessFile: parts.places.businessFile,
  /** Says what does the same in a shell. */
  command: createShellCommand(parts.places),
  reviews: createDeskReviews(parts.store, parts.baseUrl),
  uploads: createUploads(
    () => Buffer.from(randomBytes(12)).toString('hex'),
    () => openTemporaryFolder(parts.places.databaseUrl),
    silentMs,
  ),
})

/** The desk as the pages of one request see it. */
export type DeskVisit = Desk & { session: DeskSession; business: BusinessFile | null }

export interface DeskEnv {
  Bindings: HttpBindings
  Variables: {
    visit: DeskVisit
    /** The fields of a form that was sent. */
    form: URLSearchParams
  }
}

export type DeskRequestContext = Context<DeskEnv>

/** Each group of pages adds its routes. */
export type AddRoutes = (app: Hono<DeskEnv>, desk: Desk) => void
