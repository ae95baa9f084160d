/** What every page of the desk works with. */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { BackupSettings } from '../../actions/backup/backup-place.ts'
import type { InstallationReport } from '../../actions/check-installation.ts'
import type { PullSettings } from '../../actions/pull/pull-source.ts'
import type { Places, ShellCommand } from '../../actions/shell-command.ts'
import type { AlertTargets } from '../../alerts/send-alert.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { Store } from '../../store/store.ts'
import type { DeskReviews } from './desk-reviews.ts'
import type { DeskSession } from './desk-sessions.ts'
import type { Uploads } from './uploads.ts'

export interface Desk {
  store: Store
  /** The path of the business file. */
  businessFile: string
  /** Where the database and its backups are, and what may leave this machine. */
  places: Places & BackupSettings & PullSettings & AlertTargets
  /** The public address of the site. */
  baseUrl: string
  /** Says what does the same in a shell. */
  command: ShellCommand
  reviews: DeskReviews
  uploads: Uploads
  /** Checks everything that the installation depends on. */
  check(): Promise<InstallationReport>
  /** Closes everything that uses the database, does the work, which tells what it did, and starts again; absent where that is not possible. */
  replaceDatabase?: ((work: () => Promise<string>) => void) | undefined
  now(): Date
}

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
