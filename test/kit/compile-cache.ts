/** Lets every process of a test run reuse what earlier ones compiled. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../node_modules/.cache/compile', import.meta.url),
)
enableCompileCache(process.env.NODE_COMPILE_CACHE)
