import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { shareBrowser } from '../../../kit/browser.ts'
import { business, rows } from '../../../kit/rows.ts'
import { share } from '../../../kit/share.ts'
import { shareService } from '../../../kit/shared.ts'
import { type Visit, visit } from '../../../kit/visit.ts'

/** Ways in which texts have broken out of pages, each of which would set a mark. */
const PAYLOADS = [
  '<script>window.broken=1</script>',
  '"><script>window.broken=1</script>',
  "'><svg onload=window.broken=1>",
  '<img src=x onerror=window.broken=1>',
  '<svg><script>window.broken=1</script></svg>',
  '<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src onerror=window.broken=1>">',
  '</title><script>window.broken=1</script>',
  '</textarea><script>window.broken=1</script>',
  '</script><script>window.broken=1</script>',
  '<!--<img src="--><img src=x onerror=window.broken=1//">',
  ']]><script>window.broken=1</script>',
  '<iframe srcdoc="<script>parent.broken=1</script>"></iframe>',
  '<a href="javascript:window.broken=1">click</a>',
  'javascript:window.broken=1',
  '<details open ontoggle=window.broken=1>',
  '<input autofocus onfocus=window.broken=1>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<form action=https://evil.example/><button>x</button></form>',
  '<object data="data:text/html,<script>parent.broken=1</script>">',
  '&lt;script&gt;window.broken=1&lt;/script&gt;',
  '\u2028<script>window.broken=1</script>',
  '＜script＞window.broken=1＜/script＞',
  '{{constructor.constructor("window.broken=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to be one elsewhere
  '${window.broken=1}',
  '`-window.broken=1-`',
  '"onmouseover="window.broken=1',
  "' onmouseover='window.broken=1",
  '<x onclick=window.broken=1>click</x>',
  '[click](javascript:window.broken=1)',
  '![x](https://evil.example/x.png)',
]

describe('hostile texts', () => {
  const shared = shareService({
    business: {
      ...business,
      name: `Tom ${PAYLOADS[1]}`,
      description: PAYLOADS.join(' '),
      technicians: [{ name: `Rosa ${PAYLOADS[3]}`, role: PAYLOADS[2], aliases: ['Rosa'] }],
      services: [{ id: 'drain_cleaning', label: `Drain ${PAYLOADS[3]}`, aliases: ['drain'] }],
      verification_policy: PAYLOADS.join(' '),
      site: { labels: { technician: { one: '<b>x', many: '"><b>x' } } },
    },
    rows: rows(PAYLOADS.length, number => ({
      author: PAYLOADS[number]!.slice(0, 300),
      text: `Rosa unblocked the drain, on time. ${PAYLOADS[number]}`,
      source_url: `https://www.google.com/maps/"><script>window.broken=1</script>${number}`,
      owner_reply: { text: PAYLOADS[number], date: '2026-01-01' },
      translation: { language: 'en', text: PAYLOADS[number] },
    })),
  })
  const chromium = shareBrowser()
  let ids: string[]

  before(async () => {
    const { reviews } = (await shared.client.get('/api/reviews/search?limit=100')).json
    ids = reviews.map(({ id }: { id: string }) => id)
  })

  const PAGES = [
    '/',
    '/reviews',
    '/reviews?page=2',
    `/reviews?query=${encodeURIComponent('"><script>window.broken=1</script>')}`,
    `/reviews?rating=${encodeURIComponent('"><img src=x onerror=window.broken=1>')}`,
    '/highlights',
    '/summary.md',
    '/faq.md',
    '/policy',
    '/developers',
    '/developers/api',
    '/developers/embed',
    '/technicians',
    '/services',
    '/services/drain_cleaning',
    '/aspects/punctuality',
    '/embed',
    '/embed/reviews',
  ]

  /** The same window for all pages: to clean it takes longer than most of them. */
  const visited = share(t => visit(t, chromium.browser, shared.url))
  async function open(path: string): Promise<Visit> {
    const { page, complaints, requests } = visited()
    complaints.length = 0
    requests.length = 0
    await page.goto(shared.url + path)
    return visited()
  }

  async function assertText({ page, complaints, requests }: Visit): Promise<void> {
    assert.equal(await page.evaluate('window.broken'), undefined)
    assert.deepEqual(complaints.filter(isNotOfStatus), [])
    for (const url of requests) assert.ok(url.startsWith(shared.url), url)
    assert.equal(
      await page
        .locator(
          'main :is(script, iframe, object, base, meta, link, style, img:not([src^="/badge-"]))',
        )
        .count(),
      0,
    )
    assert.equal(await page.locator('a[href^="javascript:"]').count(), 0)
  }

  for (const path of PAGES)
    it(`Hostile texts stay text on ${path}`, async () => {
      await assertText(await open(path))
    })

  it('Hostile texts stay text on the page of a technician with such a name', async () => {
    const { page } = await open('/technicians')
    await page.getByRole('link', { name: `Rosa ${PAYLOADS[3]}` }).click()
    await page.waitForURL('**/technicians/rosa*')
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), `Rosa ${PAYLOADS[3]}`)
    await assertText(visited())
  })

  it('Hostile texts stay text on the pages of single reviews', async () => {
    const { page, complaints } = await open('/')
    for (const id of ids) {
      await page.goto(`${shared.url}/reviews/${id}`)
      assert.equal(await page.evaluate('window.broken'), undefined, id)
    }
    assert.equal(ids.length, PAYLOADS.length)
    assert.deepEqual(complaints, [])
  })

  it('Hostile texts stay text while someone searches for them', async () => {
    const { page, complaints } = await open('/reviews')
    for (const text of ['<script>', 'onerror=', 'javascript:']) {
      await page.getByLabel('Search reviews', { exact: true }).fill(text)
      await page
        .locator('mark', { hasText: /^(script|onerror|javascript)$/ })
        .first()
        .waitFor()
      await page.locator('#count', { hasText: text }).waitFor()
    }
    assert.equal(await page.evaluate('window.broken'), undefined)
    assert.deepEqual(complaints, [])
  })

  it("The page's policy stops a hostile text from running even if it escaped", async () => {
    const { page, complaints } = await open('/')
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.broken=1">')
const script = document.createElement('script'); script.textContent = 'window.broken=1'; document.body.append(script)`)
    await page.waitForTimeout(200)
    assert.equal(await page.evaluate('window.broken'), undefined)
    assert.ok(complaints.some(complaint => complaint.includes('Content Security Policy')))
  })
})

/** A page that answers with 400 says so in the console. */
const isNotOfStatus = (complaint: string) => !/status of 400/.test(complaint)
