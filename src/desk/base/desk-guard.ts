/** Lets in only requests that the owner's browser sent from pages of the desk itself. */

export interface DeskRequest {
  method: string
  /** Returns the value of a header, or undefined if it is missing. */
  header(name: string): string | undefined
}

/** Says why a request is turned away, or null if it is welcome. */
export type DeskGuard = (request: DeskRequest) => string | null

const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** `ports` are that of the desk and that of a tunnel to it. */
export function createDeskGuard(ports: number[]): DeskGuard {
  const hosts = new Set(ports.flatMap(port => NAMES.map(name => `${name}:${port}`)))
  return ({ method, header }) => {
    const host = header('host') ?? ''
    // A page whose own name was rebound to this machine sends that name (DNS rebinding).
    if (!hosts.has(host)) return WRONG_HOST
    if (method === 'GET' || method === 'HEAD') return isOwnRead(header) ? null : FOREIGN
    return isOwnForm(header, `http://${host}`) ? null : FOREIGN
  }
}

/** The same at the public address, where the cookie belongs to one name: any other that leads here has no session. */
export const createPublicGuard =
  (origin: string): DeskGuard =>
  ({ method, header }) =>
    (method === 'GET' || method === 'HEAD' ? isOwnRead(header) : isOwnForm(header, origin)) ? null : FOREIGN

const WRONG_HOST = 'The desk answers only at the address that firsthand desk printed.'
const FOREIGN = 'This request came from another page. Nothing was changed.'

/** Any page may link to the desk, but none may load it as a picture, a script or a frame. */
function isOwnRead(header: DeskRequest['header']): boolean {
  const site = header('sec-fetch-site')
  return isOwnSite(site) || site === 'none' || isLink(header)
}

const isOwnSite = (site: string | undefined) => site === undefined || site === 'same-origin'

const isLink = (header: DeskRequest['header']) =>
  header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document'

/** Browsers send Origin with every form; a program that sends none has no business here. */
const isOwnForm = (header: DeskRequest['header'], origin: string) =>
  header('origin') === origin && isOwnSite(header('sec-fetch-site'))
