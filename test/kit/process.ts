/** Running other programs, and their readiness. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export const execute = promisify(execFile)

export const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    response => response.ok,
    () => false,
  )
