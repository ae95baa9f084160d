#!/usr/bin/env node
// Starts the program with a Node that can run it: this one, or the one that a clone has as a development dependency.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const here = path => fileURLToPath(new URL(path, import.meta.url))
const source = here('../src/cli/main.ts')
// An installed package has compiled JavaScript: Node does not strip types inside node_modules.
const main = existsSync(source) ? source : here('../dist/cli/main.js')
const carried = here('../node_modules/node/bin/node')

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv[1] = main
  module.enableCompileCache()
  process.env.NODE_COMPILE_CACHE ??= module.getCompileCacheDir()
  await import(main)
} else if (existsSync(carried)) {
  const child = spawn(carried, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
} else {
  process.stderr.write(`Firsthand needs Node 24 or newer; this is ${process.version}.\n`)
  process.exit(1)
}
