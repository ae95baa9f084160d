#!/usr/bin/env node
// Starts the program with a Node that can run it: this one, or one that npm installed.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const here = path => fileURLToPath(new URL(path, import.meta.url))
const source = here('../src/cli/main.ts')
// An installed package has compiled JavaScript: Node does not strip types inside node_modules.
const main = existsSync(source) ? source : here('../dist/cli/main.js')
// In a clone it is a development dependency; in a project or a global folder the operator may install it next to this package.
const carried = ['../node_modules/node/bin/node', '../../node/bin/node'].map(here).find(existsSync)

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv[1] = main
  module.enableCompileCache()
  process.env.NODE_COMPILE_CACHE ??= module.getCompileCacheDir()
  await import(main)
} else if (carried) {
  const { spawn } = await import('node:child_process')
  const child = spawn(carried, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
} else {
  process.stderr.write(`Firsthand needs Node 24 or newer; this is ${process.version}. Do one of the following, then run the same command again:
  install a newer Node from https://nodejs.org
  put one next to Firsthand: npm install node@26 (add --global if Firsthand is installed globally)
`)
  process.exit(1)
}
