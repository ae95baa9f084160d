/** The files for Docker, as far as they can be checked without it: they are read, not run. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The lines below a key, by their indentation. */
function below(yaml: string, key: string): string {
  const [, indent] = new RegExp(`^( *)${key}:.*$`, 'm').exec(yaml)!
  const lines = yaml.slice(yaml.search(new RegExp(`^${indent}${key}:`, 'm'))).split('\n')
  const end = lines.findIndex(
    (line, at) => at > 0 && line.trim() !== '' && !line.startsWith(`${indent} `),
  )
  return lines.slice(1, end === -1 ? undefined : end).join('\n')
}

/** What the build makes. */
const MADE = ['dist', 'THIRD-PARTY-LICENSES']

describe('The image', () => {
  it('The build sees every file that the package ships, and what compiles it', () => {
    const allowed = [...read('deploy/Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(
      ([, name]) => name!,
    )
    const { files } = JSON.parse(read('package.json')) as { files: string[] }
    const shipped = files.filter(name => !name.startsWith('!') && !MADE.includes(name))
    const compiled = [
      'src',
      'tsconfig*.json',
      'build',
      'package.json',
      'package-lock.json',
      '.npmrc',
    ]
    for (const name of [...shipped, ...compiled]) assert.ok(allowed.includes(name), name)
  })

  it('The user of the image can write both folders that hold data', () => {
    assert.match(
      read('deploy/Dockerfile'),
      /^RUN mkdir data business && chown node:node data business$/m,
    )
  })
})

describe('nginx.conf', () => {
  const config = read('deploy/nginx.conf').replaceAll(/#.*$/gm, '')

  it('The redirect leads to the configured name, whatever name the client sends', () => {
    assert.deepEqual(
      [...config.matchAll(/return 301 (\S+);/g)].map(([, to]) => to),
      ['https://$server_name$request_uri'],
    )
  })

  it('Browsers are told to come back by HTTPS only', () => {
    assert.match(config, /add_header Strict-Transport-Security "max-age=31536000" always;/)
  })
})

describe('Caddyfile', () => {
  it('Sends the visits of a session to the desk to one instance, which has the file that is being imported', () => {
    const caddyfile = read('deploy/Caddyfile')
    const [, desk] = /reverse_proxy \/desk\* \{(.*?)^\t\}/ms.exec(caddyfile) ?? []
    assert.match(desk!, /dynamic a firsthand 8080[\s\S]*lb_policy header Cookie/)
  })
})

describe('compose.yaml', () => {
  const services = below(read('compose.yaml'), 'services')
  const [desk, firsthand, proxy] = ['desk', 'firsthand', 'proxy'].map(name =>
    below(services, name),
  ) as [string, string, string]

  it('The business file can be written, by the service and by the desk', () => {
    assert.match(
      firsthand,
      /^ +volumes: &volumes\n.*\n +- \.\/business:\/srv\/firsthand\/business$/m,
    )
    assert.match(desk, /^ +volumes: \*volumes$/m)
  })

  it('The desk listens in its container, starts only when asked, and is published on this machine alone', () => {
    assert.match(desk, /^ +command: \[desk, --host, 0\.0\.0\.0\]$/m)
    assert.match(desk, /^ +profiles: \[desk\]$/m)
    assert.equal(below(desk, 'ports').trim(), '- 127.0.0.1:8090:8090')
    assert.match(desk, /^ +environment: \*environment$/m)
  })

  it('Nothing else is published but the proxy', () => {
    assert.equal([...services.matchAll(/^ +ports:$/gm)].length, 2)
    assert.match(below(proxy, 'ports'), /- 443:443$/m)
  })
})
