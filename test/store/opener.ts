/** A process that opens a database at a given time, to the millisecond: `opener.ts DATABASE_URL TIME_MS`. */
import { system } from '../../src/model/system.ts'
import { openStore } from '../../src/store/open-store.ts'

const [url, timeMs] = process.argv.slice(2)
while (Date.now() < Number(timeMs));
const store = await openStore(url!, system)
await store.close()
