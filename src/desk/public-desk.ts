/** The desk at the public address, mounted in the service that publishes. It is loaded when someone first asks for it. */
import type { HttpBindings } from '@hono/node-server'
import { basePathOf, DESK_PATH } from '../publish/base/public-paths.ts'
import { linkBelow } from '../site/base/markup.ts'
import type { DeskParts } from './base/desk-context.ts'
import { canHavePasskeys } from './base/invitation.ts'
import type { DeskDoor } from './desk-app.ts'

type PublicDeskDependencies = DeskParts & Pick<DeskDoor, 'onError'>

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
      const response = await (await opened).app.fetch(request, bindings)
      return await withinFolder(baseUrl + DESK_PATH, response)
    },
    async close(): Promise<void> {
      await (await opened)?.desk.uploads.close()
    },
  }
}

async function openDesk(dependencies: PublicDeskDependencies) {
  const { createDesk } = await import('./base/desk-context.ts')
  const { createDeskApp } = await import('./desk-app.ts')
  const { createPublicDoor } = await import('./public-door.ts')
  const desk = createDesk(dependencies)
  return { desk, app: createDeskApp(desk, createPublicDoor(desk, dependencies.onError), DESK_PATH) }
}

/** The pages are written as for a server of their own; here their links lead into the folder. */
async function withinFolder(folderUrl: string, response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location?.startsWith('/')) headers.set('location', basePathOf(folderUrl) + location)
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const body = isPage ? linkBelow(folderUrl, await response.text()) : response.body
  return new Response(body, { status: response.status, headers })
}
