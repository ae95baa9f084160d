/** A builder in the process of the test: a new process would load the program and the engine again for every service. */
import { EventEmitter } from 'node:events'
import { openBuilder, takeRequests } from '../../src/build/builder.ts'
import type { BuilderPort } from '../../src/serve/builder-process.ts'
import { loadRememberingEngine } from './remembering-engine.ts'

export function startBuildingHere(): BuilderPort {
  const events = new EventEmitter()
  let builder: Promise<ReturnType<typeof takeRequests>> | undefined
  let killed = false
  const report = (message: unknown) =>
    void (killed || events.emit('message', structuredClone(message)))
  const exit = () => void events.emit('exit', 0)
  return Object.assign(events, {
    async send(message: Parameters<BuilderPort['send']>[0]) {
      if ('begin' in message) {
        builder = loadRememberingEngine()
          .then(engine => openBuilder(message.begin, engine, report))
          .then(takeRequests)
        builder.catch(error => {
          report({ problem: error.message })
          exit()
        })
      } else await builder?.then(opened => opened.take(message.request)).catch(() => {})
    },
    kill() {
      killed = true
      void Promise.resolve(builder?.then(opened => opened.close()).catch(() => {})).then(exit)
    },
  })
}

/** So that nothing is served but what was saved. */
export function startNoBuilder(): BuilderPort {
  const events = new EventEmitter()
  return Object.assign(events, { send() {}, kill: () => void events.emit('exit', 0) })
}
