/** A certificate authority for the test process, and certificates for servers on loopback. */
import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** Both as PEM, as node:https takes them. */
export interface Certificate {
  key: string
  cert: string
}

export interface Authority {
  caPem: string
  /** For DNS names and IP addresses. */
  issue(names: string[]): Promise<Certificate>
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 24 * 60 * 60 * 1000

let created: Promise<Authority> | undefined

export function authority(): Promise<Authority> {
  created ??= makeAuthority()
  return created
}

let trusted: Promise<void> | undefined

/** For all connections that this process opens from now on. */
export function trustAuthority(): Promise<void> {
  trusted ??= authority().then(({ caPem }) =>
    setDefaultCACertificates([...getCACertificates('default'), caPem]),
  )
  return trusted
}

/** A certificate that nobody trusts. */
export async function selfSigned(names: string[]): Promise<Certificate> {
  const keys = await makeKeys()
  const name = 'CN=Nobody'
  return { key: await keyPem(keys), cert: await sign(name, keys, name, keys, forServer(names)) }
}

async function makeAuthority(): Promise<Authority> {
  const name = 'CN=Test authority'
  const keys = await makeKeys()
  return {
    caPem: await sign(name, keys, name, keys, [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ]),
    async issue(names) {
      const own = await makeKeys()
      return {
        key: await keyPem(own),
        cert: await sign('CN=Callback', own, name, keys, forServer(names)),
      }
    },
  }
}

async function sign(
  subject: string,
  { publicKey }: webcrypto.CryptoKeyPair,
  issuer: string,
  { privateKey: signingKey }: webcrypto.CryptoKeyPair,
  extensions: Extension[],
): Promise<string> {
  const certificate = await X509CertificateGenerator.create({
    subject,
    publicKey,
    issuer,
    signingKey,
    signingAlgorithm: ECDSA,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 10 * DAY_MS),
    extensions,
  })
  return certificate.toString('pem')
}

const forServer = (names: string[]) => [
  new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
  new SubjectAlternativeNameExtension(
    names.map(value => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
  ),
]

const makeKeys = () => crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])

const keyPem = async ({ privateKey }: webcrypto.CryptoKeyPair) =>
  PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY')
