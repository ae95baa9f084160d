/** Takes the screenshots in the documentation: `npm run screenshots`. */
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser } from './kit/browser.ts'
import { rows } from './kit/rows.ts'
import { startTestService } from './kit/service.ts'
import { visit } from './kit/visit.ts'

interface Picture {
  name: string
  path: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}

const DEMO_PICTURES: Picture[] = [
  { name: 'home', path: '/', height: 1480 },
  { name: 'reviews', path: '/reviews?words=heat+pump&sort=highest' },
  { name: 'review', path: '/reviews/ID', height: 760 },
  { name: 'technician', path: '/technicians/mike-delgado', height: 1180 },
  { name: 'aspect', path: '/aspects/pricing', width: 420, height: 1180 },
  { name: 'highlights', path: '/highlights', height: 1180 },
  { name: 'policy', path: '/policy' },
  { name: 'developers', path: '/developers/api#searchReviews', height: 1000 },
  { name: 'embed', path: '/embed', height: 1000 },
]

const LAWYERS = {
  name: 'Okafor & Lindqvist, Attorneys',
  description: 'Family law and wills, for two generations.',
  technicians: [{ name: 'Ada Okafor', role: 'Partner', aliases: ['Ada', 'Ms. Okafor'] }],
  services: [{ id: 'family_law', label: 'Family law', aliases: ['divorce'] }],
  site: {
    accent_color: '#7a1f3d',
    labels: {
      technician: { one: 'Lawyer', many: 'Lawyers' },
      service: { one: 'Practice area', many: 'Practice areas' },
    },
  },
}

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const endings: (() => unknown)[] = []
const context = { after: (end: () => unknown) => endings.unshift(end) } as unknown as TestContext

async function take(browser: Browser, origin: string, picture: Picture): Promise<void> {
  const { name, path, width = 1280, height = 900, colorScheme = 'light' } = picture
  const { page } = await visit(context, browser, origin + path, {
    viewport: { width, height },
    colorScheme,
  })
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** A page on another site with the widget on it. */
async function serveOther(origin: string): Promise<string> {
  const body = `<!DOCTYPE html><title>Another site</title><style>body{max-width:58rem;margin:2rem auto;font-family:Georgia,serif}</style>
<h1>Welcome to our own website</h1><p>What our customers say:</p>
<script type="module" src="${origin}/widget.js"></script><reviews-widget limit="3" min-rating="4"></reviews-widget>
<p><img src="${origin}/badge.svg" alt=""></p>`
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(body),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

await mkdir(folder, { recursive: true })
const browser = await openBrowser(context)
const demo = await startTestService(context, { business: null })
const found = (await (await fetch(`${demo.url}/api/reviews/search?query=mouse`)).json()) as {
  reviews: { id: string }[]
}
for (const picture of DEMO_PICTURES)
  await take(browser, demo.url, {
    ...picture,
    path: picture.path.replace('ID', found.reviews[0]!.id),
  })
await take(browser, await serveOther(demo.url), { name: 'widget', path: '/', height: 620 })
const lawyers = await startTestService(context, {
  business: LAWYERS,
  rows: rows(24, number => ({
    author: ['Maren Holt', 'J. Whitcombe', 'Tilda Brandt', 'Osei Mensah'][number % 4],
    date: `2026-${String(1 + (number % 10)).padStart(2, '0')}-14`,
    rating: number % 7 === 0 ? 3 : 5,
    text:
      number % 2 === 0
        ? 'Ada explained every step of the divorce.'
        : 'Ms. Okafor always called back.',
  })),
})
await take(browser, lawyers.url, {
  name: 'lawyer-dark',
  path: '/technicians/ada-okafor',
  width: 420,
  height: 860,
  colorScheme: 'dark',
})
for (const end of endings) await end()
