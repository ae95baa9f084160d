/** Copies what the compiler leaves behind into dist/: stylesheets, Markdown and other data beside the code that reads it. */
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

cpSync(here('src'), here('dist'), { recursive: true, filter: path => !path.endsWith('.ts') })
