/** The owner's page with the review card: a button beside each text that copies it. */
import { addCopyButtons, readWords } from './copy-buttons.ts'

addCopyButtons(readWords())
