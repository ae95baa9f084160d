import assert from 'node:assert/strict'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import {
  readBusinessFile,
  saveBusinessText,
  watchBusinessFile,
} from '../../../src/actions/edit-business.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openTestStore } from '../../kit/store.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\nand the rest', 'latin1')
const FILES: Record<string, Buffer> = {
  png: PNG,
  jpeg: Buffer.from('\xff\xd8\xff\xe0and the rest', 'latin1'),
  webp: Buffer.from('RIFF\x0a\x00\x00\x00WEBPand the rest', 'latin1'),
}
const asData = (type: string, bytes: Buffer) =>
  `data:image/${type};base64,${bytes.toString('base64')}`
const named = (logo: string) => ({ name: 'Alvarez', site: { logo } })

describe('The picture that a business file names', () => {
  it('The picture is read from beside the file, and its type from its bytes', async t => {
    const folder = await makeFolder(t)
    for (const [type, bytes] of Object.entries(FILES)) {
      await writeFile(join(folder.path, 'our logo.PNG'), bytes)
      const path = await folder.write('business.json', named('our logo.PNG'))
      assert.equal((await readBusinessFile(path))!.site.logo, asData(type, bytes))
    }
  })

  it('Anything but a small picture in that folder is rejected with the reason', async t => {
    const outside = await makeFolder(t)
    const { path, write } = await makeFolder(t)
    await writeFile(join(outside.path, 'secret.png'), PNG)
    await symlink(join(outside.path, 'secret.png'), join(path, 'link.png'))
    await write(
      'text.png',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    await writeFile(join(path, 'large.png'), Buffer.concat([PNG, Buffer.alloc(200 * 1024)]))
    await mkdir(join(path, 'folder.png'))
    for (const name of ['missing.png', 'link.png', 'text.png', 'large.png', 'folder.png'])
      await assert.rejects(readBusinessFile(await write('business.json', named(name))), {
        message: `${join(path, 'business.json')}: site.logo: ${name} must be a PNG, JPEG or WebP picture of at most 200 kB in the folder of this file.`,
      })
    for (const name of [
      '../secret.png',
      '/etc/secret.png',
      'a\\b.png',
      'logo.svg',
      'data:image/svg+xml;base64,AA==',
    ])
      await assert.rejects(
        readBusinessFile(await write('business.json', named(name))),
        /site\.logo: must be the name of a PNG, JPEG or WebP file beside this one, or an http or https URL/,
      )
  })

  it('An edit that names a missing picture leaves the file as it was', async t => {
    const { store, folder } = await openTestStore(t)
    const path = await folder.write('business.json', { name: 'Alvarez' })
    await assert.rejects(
      saveBusinessText(path, JSON.stringify(named('logo.png')), store),
      FileProblem,
    )
    assert.equal(await readFile(path, 'utf8'), '{"name":"Alvarez"}')
  })

  it('A running service takes up a picture that appears, and another one in its place', async t => {
    const { store, folder } = await openTestStore(t)
    const path = await folder.write('business.json', { name: 'Alvarez' })
    const watch = await watchBusinessFile(path, store, pino({ enabled: false }))
    t.after(() => watch.close())
    const until = async (isSo: () => boolean | Promise<boolean>) => {
      while (!(await isSo())) await wait(20)
    }
    const shows = (bytes: Buffer) => async () =>
      (await store.business())!.site.logo === asData('png', bytes)
    await folder.write('business.json', named('logo.png'))
    await until(() => watch.problem()?.includes('logo.png must be') ?? false)
    assert.equal((await store.business())!.site.logo, null)
    for (const bytes of [PNG, Buffer.concat([PNG, PNG])]) {
      await writeFile(join(folder.path, 'logo.png'), bytes)
      await until(shows(bytes))
      assert.equal(watch.problem(), null)
    }
  })
})
