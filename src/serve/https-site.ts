/** The service on its own domain, without a web server in front: looks after the certificate, and redirects HTTP to HTTPS. */
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { startCertificateLoop } from '../actions/certificate/certificate-loop.ts'
import { readCertificate, respondToChallenge } from '../actions/certificate/certificate-state.ts'
import type { App } from '../http/app.ts'
import { type HttpServer, listen } from '../http/http-server.ts'
import { system } from '../model/system.ts'
import { createOperatorClient } from '../outgoing/operator-client.ts'
import type { Store } from '../store/store.ts'

export interface HttpsSettings {
  host: string
  /** Where the domain is proved to the authority, and everything else is redirected to HTTPS. */
  httpPort: number
  domain: string
  baseUrl: string
  acmeDirectoryUrl: string
  outgoingAllowCidrs: string[]
}

export type HttpsSite = Awaited<ReturnType<typeof startHttps>>

const DRAIN_MS = 1000

export async function startHttps(
  store: Pick<Store, 'write' | 'memo'>,
  settings: HttpsSettings,
  onCertificate: HttpServer['useCertificate'],
  log: Logger,
) {
  const { host, httpPort, domain, baseUrl, acmeDirectoryUrl, outgoingAllowCidrs } = settings
  // First, because the authority asks here.
  const plain = await listen(createRedirectApp(store, domain, baseUrl), { host, port: httpPort })
  const client = createOperatorClient(
    outgoingAllowCidrs,
    `Firsthand/${packageJson.version} (+${baseUrl})`,
  )
  const loop = startCertificateLoop({
    store,
    domain,
    authority: acmeDirectoryUrl,
    client,
    now: system.now,
    random: Math.random,
    log,
    onCertificate,
  })
  return {
    /** null before the first look. */
    certificate: loop.current,
    async close(): Promise<void> {
      await loop.close()
      await client.close()
      await plain.close(DRAIN_MS)
    },
  }
}

/** A token as RFC 8555 §8.3 has it. */
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,128})$/

/** Responds to challenges of the authority, whichever instance ordered; everything else is redirected, only to the configured name. */
export function createRedirectApp(
  store: Pick<Store, 'memo'>,
  domain: string,
  baseUrl: string,
): App {
  let accountKey: string | null = null
  return {
    routes: [],
    writePrebuilt: () => false,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const token = CHALLENGE.exec(pathname)?.[1]
      // The key of the account never changes, so the database is asked only until there is one.
      if (token) accountKey ??= (await readCertificate(store, domain)).account_key
      if (token && accountKey) return new Response(respondToChallenge(token, accountKey))
      const location = new URL(baseUrl).origin + pathname + search
      return new Response(null, { status: 308, headers: { location } })
    },
  }
}
