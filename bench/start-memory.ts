/** Loaded into each thread of a service by `start.ts`: writes down what memory the thread holds, again and again. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'
import type { ThreadMemory } from './start.ts'

const EVERY_MS = 250

setInterval(() => {
  const { total_physical_size: heap, used_heap_size: used } = getHeapStatistics()
  const memory: ThreadMemory = { heap, used, buffers: process.memoryUsage().arrayBuffers }
  writeFileSync(join(process.env.BENCH_MEMORY!, String(threadId)), JSON.stringify(memory))
}, EVERY_MS).unref()
