/** A real browser for tests: the machine's Chromium, or else the one in a development dependency. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { PATIENCE_MS } from './patience.ts'
import { execute } from './process.ts'
import { shareAmong } from './share.ts'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const installedBrowser = () => INSTALLED.find(path => existsSync(path))

export async function openBrowser(t: Pick<TestContext, 'after'>): Promise<Browser> {
  const own = installedBrowser()
  const browser = await chromium.launch({
    timeout: PATIENCE_MS,
    ...(own ? { executablePath: own } : await bundled()),
  })
  t.after(() => browser.close())
  return withPatience(browser)
}

/** Playwright's own limit of half a minute is too short for a busy machine. */
function withPatience(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}

/** To start one costs more than most tests in it. */
const shareOpened = shareAmong(openBrowser)

/** One browser for all tests of a process. Call it in the body of a describe block; the browser is there when the tests run. */
export function shareBrowser(): { readonly browser: Browser } {
  const opened = shareOpened()
  return {
    get browser() {
      return opened()
    },
  }
}

/** With its libraries and fonts: a machine without a browser may lack them too. */
async function bundled(): Promise<LaunchOptions> {
  const folder = await unpackBundled()
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
    args: ['--disable-dev-shm-usage'],
  }
}

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))
const { version } = JSON.parse(
  readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'),
)

/** Unpacked once for all runs. If several tests unpack at the same time, the first to finish wins. */
async function unpackBundled(): Promise<string> {
  const cache = join(modules, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  // It unpacks into the folder for temporary files, and unpacks its libraries only if the machine looks like AWS Lambda.
  await execute(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: modules,
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  await writeFile(join(draft, 'fonts/fonts.conf'), FONTS)
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}

/** Its own file names the folder for temporary files instead of ours. */
const FONTS = '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>'

const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
