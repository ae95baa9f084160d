/** Whether the tests of certificates can run. */
import { spawnSync } from 'node:child_process'

export const hasPebble = () => spawnSync('pebble', ['-help']).error === undefined

export const WITHOUT_PEBBLE = 'There is no Pebble here, and only root can install it: apt-get install pebble'
