/** A TCP proxy to a server on this machine that can be cut off and restored. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** Silently: data no longer arrives, with no error. Otherwise connections are closed and new ones refused. */
export type Cut = 'silently' | 'with refused connections'

export interface TcpProxy {
  port: number
  cut(how: Cut): Promise<void>
  giveBack(): Promise<void>
  /** The next message with this text arrives; the response to it does not, and the connection is closed. */
  loseAnswerTo(text: string): void
}

export async function startTcpProxy(t: TestContext, targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  /** Sockets whose other side closed during a silent cut. */
  const halfOpen: Socket[] = []
  let lostText: string | undefined
  const isLost = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', chunk => {
        if (from === far && isLost.delete(near)) {
          near.destroy()
          return
        }
        if (from === near && lostText && chunk.includes(lostText)) {
          lostText = undefined
          isLost.add(near)
        }
        to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (isSilent) halfOpen.push(to)
        else to.destroy()
      })
      if (isSilent) from.pause()
    }
  })
  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function close(): Promise<void> {
    const closed = server.listening && once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await listen(0)
  t.after(close)
  return {
    port,
    async cut(how) {
      if (how === 'with refused connections') return await close()
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    loseAnswerTo(text) {
      lostText = text
    },
    async giveBack() {
      isSilent = false
      for (const socket of halfOpen.splice(0)) socket.destroy()
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listen(port)
    },
  }
}
