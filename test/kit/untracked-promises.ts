/**
 * Keeps the test runner from following every promise, which takes a fifth of the time of tests with a database. It does so to know which
 * test an uncaught error comes from; without that, such an error fails the process, and so the run.
 */
import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false })
