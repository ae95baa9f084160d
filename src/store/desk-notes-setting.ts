/** What the owner's desk remembers, as one setting. */
import { type DeskNotes, NO_NOTES } from '../model/desk-notes.ts'
import { readSetting, saveSetting } from './base/stored-settings.ts'
import type { Db, Tx } from './base/tables.ts'

const KEY = 'desk_notes'

/** Notes of an older version may lack what was added since. */
export const readDeskNotes = async (db: Db): Promise<DeskNotes> => ({
  ...NO_NOTES,
  ...(await readSetting<Partial<DeskNotes>>(db, KEY)),
})

export const saveDeskNotes = (tx: Tx, notes: DeskNotes) => saveSetting(tx, KEY, notes)
