import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { it } from 'node:test'
import type { App } from '../../../src/http/app.ts'
import { listen } from '../../../src/http/http-server.ts'

it('A connection that is kept for many slow responses waits for each of them once', async t => {
  const finishers: (() => void)[] = []
  const sockets = new Set<Socket>()
  const app = {
    writePrebuilt: () => false,
    fetch: (_: Request, { incoming }: { incoming: IncomingMessage }) => {
      sockets.add(incoming.socket)
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(1))
          finishers.push(() => controller.close())
        },
      })
      return new Response(body)
    },
  } as unknown as App
  let lookForSlow = () => {}
  const { mock } = t.mock.method(globalThis, 'setInterval', (look: () => void) => {
    lookForSlow = look
    return { unref() {} }
  })
  const listening = listen(app, { host: '127.0.0.1', port: 0 })
  // Other tests in this process have intervals, too.
  mock.restore()
  const server = await listening
  t.after(() => server.close(0))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const waiting: number[] = []
  for (let count = 0; count < 5; count++) {
    const [response] = await once(get({ port: server.port, agent }), 'response')
    lookForSlow()
    finishers[count]!()
    await once(response.resume(), 'end')
    waiting.push(...Array.from(sockets, socket => socket.listenerCount('timeout')))
  }
  assert.equal(sockets.size, 1)
  assert.deepEqual(new Set(waiting), new Set([waiting[0]]))
})
