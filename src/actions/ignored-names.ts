/** Names that reviews mention and that the owner does not want suggested as people. */
import type { Store } from '../store/store.ts'

export const ignoredNames = async (store: Store) => (await store.deskNotes()).ignored_names

export async function ignoreName(store: Store, name: string): Promise<void> {
  await store.write(async writer => {
    const notes = await writer.deskNotes()
    if (notes.ignored_names.includes(name)) return
    await writer.setDeskNotes({ ...notes, ignored_names: [...notes.ignored_names, name] })
  })
}
