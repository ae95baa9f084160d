/** A process that opens a database at a given moment, to the millisecond: `opener.ts DATABASE_URL MOMENT`. */
import { system } from '../../src/service/system.ts'
import { openStore } from '../../src/store/open-store.ts'

const [url, moment] = process.argv.slice(2)
while (Date.now() < Number(moment));
const store = await openStore(url!, system)
await store.close()
