/** Lets in only requests that the owner's browser sent from pages of the desk itself. */
import type { HonoRequest } from 'hono'

/** Says why a request is turned away, or null if it is welcome. */
export type DeskGuard = (request: HonoRequest) => string | null

const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** `ports` are that of the desk and that of a tunnel to it. */
export function createDeskGuard(ports: number[]): DeskGuard {
  const hosts = new Set(ports.flatMap(port => NAMES.map(name => `${name}:${port}`)))
  return request => {
    const host = request.header('host') ?? ''
    // A page whose own name was rebound to this machine sends that name (DNS rebinding).
    return hosts.has(host) ? createPublicGuard(`http://${host}`)(request) : WRONG_HOST
  }
}

/** The same at the public address, where the cookie belongs to one name: any other that leads here has no session. */
export const createPublicGuard =
  (origin: string): DeskGuard =>
  request =>
    (['GET', 'HEAD'].includes(request.method) ? isOwnRead(request) : isOwnForm(request, origin))
      ? null
      : FOREIGN

const WRONG_HOST = 'The desk answers only at the address that firsthand desk printed.'
const FOREIGN = 'This request came from another page. Nothing was changed.'

/** Any page may link to the desk, but none may load it as a picture, a script or a frame. */
function isOwnRead(request: HonoRequest): boolean {
  const isLink =
    request.header('sec-fetch-mode') === 'navigate' &&
    request.header('sec-fetch-dest') === 'document'
  return isOwnSite(request) || request.header('sec-fetch-site') === 'none' || isLink
}

const isOwnSite = (request: HonoRequest) =>
  ['same-origin', undefined].includes(request.header('sec-fetch-site'))

/** Browsers send Origin with every form; a program that sends none has no business here. */
const isOwnForm = (request: HonoRequest, origin: string) =>
  request.header('origin') === origin && isOwnSite(request)
