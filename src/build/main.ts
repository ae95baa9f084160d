/** A process of its own that builds Snapshot files: what it needed of memory goes back to the system when it ends. */
import '../package/find-modules.ts'
import { setPriority } from 'node:os'

const { openBuilder, takeRequests } = await import('./builder.ts')
const { loadEngine } = await import('../publish/load-engine.ts')

type Messages =
  | { begin: import('./builder.ts').BuilderData }
  | { request: import('./builder.ts').BuilderRequest }

/** Who reads comes before who builds, but on a busy machine a change must not wait for long either. */
const NICER = 5
setPriority(NICER)
// At a terminal, Ctrl+C reaches every process: the service ends this one when it is ready.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

let builder: Promise<ReturnType<typeof takeRequests>> | undefined

process.on('message', async (message: Messages) => {
  if ('begin' in message) builder = begin(message.begin)
  else (await builder)?.take(message.request)
})

async function begin(data: import('./builder.ts').BuilderData) {
  const opened = openBuilder(data, await loadEngine(), message => process.send!(message))
  // Without a database, there is nothing to wait for: the service tries again later.
  opened.catch((error: Error) => process.send!({ problem: error.message }, () => process.exit(1)))
  return takeRequests(await opened)
}
