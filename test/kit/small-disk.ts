/** Runs the program on a disk of 300 kB: a real one in memory, which needs no rights in namespaces of its own. */
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main, spawnCommand } from './command.ts'

const UNSHARE = ['--user', '--map-root-user', '--mount']

/** 0 where anybody may have such a disk. */
export const tryUnshare = () => spawnSync('unshare', [...UNSHARE, 'true']).status

/** The disk is gone when the program ends, so what is on it is copied to where the files came from. */
const SCRIPT = `
set -e
mount -t tmpfs -o size=300k tmpfs disk
cp -r files/. disk
if [ -n "$MOUNTED" ]; then mount --bind "disk/$MOUNTED" "$MOUNTED"; fi
if [ -n "$FULL" ]; then dd if=/dev/zero of=disk/fill 2>/dev/null || true; fi
code=0
"$@" || code=$?
rm -rf files disk/fill
cp -r disk files
exit $code
`

interface Disk {
  cwd: string
  env: Record<string, string>
  files: Record<string, string>
  isFull?: boolean
  /** One of the files that is also mounted beside the folder `disk`. */
  mounted?: string
}

/** In `cwd`, the disk is the folder `disk`. `read` returns the text of a file that was on it at the end. */
export async function runOnSmallDisk(args: string[], disk: Disk) {
  const { cwd, env, files, isFull, mounted = '' } = disk
  for (const name of ['disk', 'files']) await mkdir(join(cwd, name), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, 'files', name), text)
  if (mounted) await writeFile(join(cwd, mounted), '')
  const finished = await spawnCommand(
    [...UNSHARE, 'sh', '-c', SCRIPT, 'sh', process.execPath, main, ...args],
    {
      cwd,
      program: ['unshare'],
      env: { ...env, FULL: isFull ? 'yes' : '', MOUNTED: mounted },
    },
  )
  return { ...finished, read: (name: string) => readFile(join(cwd, 'files', name), 'utf8') }
}
