/** Publishing in the thread of the test: a new thread would load the program and the engine again for every service. */
import { EventEmitter, once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { PublishingThread } from '../../src/publish/publisher.ts'
import { type PublishingWorkerData, publishChanges } from '../../src/serve/publish-changes.ts'
import { loadRememberingEngine } from './remembering-engine.ts'

/** Messages go through real ports, so that what cannot be cloned or transferred fails as it would between threads. */
export function startPublishingHere(): PublishingThread {
  const { port1: outside, port2: inside } = new MessageChannel()
  const stopping = new AbortController()
  const events = new EventEmitter()
  outside.on('message', message => events.emit('message', message))
  const ended = publish(inside, stopping.signal)
    .catch(error => stopping.signal.aborted || events.emit('error', error))
    .finally(() => {
      outside.close()
      events.emit('exit', 0)
    })
  return Object.assign(events, {
    postMessage: (data: unknown) => outside.postMessage(data),
    async terminate() {
      stopping.abort()
      await ended
    },
  })
}

async function publish(port: MessagePort, signal: AbortSignal): Promise<void> {
  const [[data], engine] = await Promise.all([once(port, 'message', { signal }), loadRememberingEngine()])
  await publishChanges(port, data as PublishingWorkerData, engine, signal)
}
