/** The archive of one site: every version of every review that was seen, each signed checkpoint, and a report of each check. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeTextFile } from '../../ingest/files/input-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { Review } from '../../model/review.ts'

/** `reviews/ID.json` */
export interface ArchivedReview {
  id: string
  /** The oldest first. */
  versions: { seq: number; seen_at: string; review: Review }[]
  /** null while the site shows it. */
  removed: { seq: number; at: string; reason: string | null } | null
}

/** What remains of an erased review, in `erased.json`. */
export interface ErasedRest {
  /** The entry that says so. */
  seq: number
  month: string | null
  stars: number | null
  erased_at: string
}

export type WatchArchive = ReturnType<typeof openArchive>

export function openArchive(folder: string) {
  const reviewPath = (id: string) => join('reviews', `${id}.json`)

  async function read<T>(path: string): Promise<T | null> {
    try {
      return JSON.parse(await readFile(join(folder, path), 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw new FileProblem(`${join(folder, path)}: cannot be read. ${(error as Error).message}`)
    }
  }

  async function write(path: string, content: string | object): Promise<void> {
    const file = join(folder, path)
    // Where it fails, so does writing the file, which says so.
    await mkdir(dirname(file), { recursive: true }).catch(() => {})
    await writeTextFile(
      file,
      typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
    )
  }

  return {
    folder,
    pinFile: join(folder, 'pin.json'),
    read,
    write,
    find: (id: string) => read<ArchivedReview>(reviewPath(id)),
    keep: (review: ArchivedReview) => write(reviewPath(review.id), review),
    /** Deletes name and text for good. Returns what remains, which an interrupted check may have kept already. */
    async erase(id: string, rest: ErasedRest): Promise<ErasedRest> {
      const all = (await read<ErasedRest[]>('erased.json')) ?? []
      const kept = all.find(({ seq }) => seq === rest.seq)
      if (!kept) await write('erased.json', [...all, rest])
      await rm(join(folder, reviewPath(id)), { force: true })
      return kept ?? rest
    },
  }
}
