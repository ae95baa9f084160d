/** A process that says when it is ready and opens a database as soon as it is told to. */
import { once } from 'node:events'
import { openStore } from '../../src/store/open.ts'
import { system } from '../../src/system.ts'

process.stdout.write('ready')
await once(process.stdin, 'data')
const store = await openStore(process.argv[2]!, system)
await store.close()
process.exit()
