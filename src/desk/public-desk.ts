/** The desk at the public address, mounted in the service that publishes. It is loaded when someone first asks for it. */
import type { HttpBindings } from '@hono/node-server'
import { createShellCommand, type Places } from '../actions/shell-command.ts'
import { DESK_PATH } from '../publish/base/public-paths.ts'
import type { Desk } from './base/desk-context.ts'
import { canHavePasskeys } from './base/invitation.ts'

export interface PublicDeskDependencies extends Pick<Desk, 'store' | 'now' | 'check' | 'baseUrl'> {
  places: Places
  randomBytes(size: number): Uint8Array
  onError(error: Error): void
}

/** How long it may take until the service notices the first invitation. */
const LOOK_EVERY_MS = 500

export function createPublicDesk(dependencies: PublicDeskDependencies) {
  const { store, now, baseUrl } = dependencies
  const isSafe = canHavePasskeys(baseUrl)
  // Without its database the service has no desk, as it has no hub.
  const look = () => store.deskAccess.isOpen(now().toISOString()).catch(() => false)
  let looked: { ms: number; isOpen: Promise<boolean> } | undefined
  let opened: ReturnType<typeof openDesk> | undefined
  return {
    /** Whether anybody was invited; otherwise there is nothing here. */
    isOpen(): Promise<boolean> | boolean {
      if (!isSafe) return false
      const ms = performance.now()
      if (!looked || ms - looked.ms > LOOK_EVERY_MS) looked = { ms, isOpen: look() }
      return looked.isOpen
    },
    async fetch(request: Request, bindings: HttpBindings): Promise<Response> {
      opened ??= openDesk(dependencies)
      return await withinFolder(await (await opened).app.fetch(request, bindings))
    },
    async close(): Promise<void> {
      await (await opened)?.desk.uploads.close()
    },
  }
}

async function openDesk({ places, randomBytes, onError, ...rest }: PublicDeskDependencies) {
  const [{ createDeskApp }, { createPublicDoor }, { createDeskReviews }, { createUploads }] =
    await Promise.all([
      import('./desk-app.ts'),
      import('./public-door.ts'),
      import('./base/desk-reviews.ts'),
      import('./base/uploads.ts'),
    ])
  const desk: Desk = {
    ...rest,
    businessFile: places.businessFile,
    command: createShellCommand(places),
    reviews: createDeskReviews(rest.store, rest.baseUrl),
    uploads: createUploads(() => Buffer.from(randomBytes(12)).toString('hex')),
  }
  return { desk, app: createDeskApp(desk, createPublicDoor(desk, onError), DESK_PATH) }
}

/** Our markup escapes quotes in texts, so only our own attributes look like this. */
const OWN_LINK = / (href|src|action|data-preview)="\/(?!\/)/g

/** The pages are written as for a server of their own; here their links lead into the folder. */
async function withinFolder(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location?.startsWith('/')) headers.set('location', DESK_PATH + location)
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const body = isPage ? (await response.text()).replaceAll(OWN_LINK, ` $1="${DESK_PATH}/`) : response.body
  return new Response(body, { status: response.status, headers })
}
