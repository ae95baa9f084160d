/** A service on an empty PostgreSQL, where the demo cannot be stored beside the database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ReviewsDataset } from '../../../src/model/dataset.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { business, rows } from '../../kit/rows.ts'
import { startWholeService, until } from '../../kit/service.ts'

it('The demo stays out of the operator’s database, and is replaced by a business and its reviews', async t => {
  const service = await startWholeService(t, { business: null })
  const read = async () =>
    (await (await fetch(`${service.url}/reviews.json`)).json()) as ReviewsDataset
  assert.match((await read()).business.name, /Larkfield/)
  assert.deepEqual(await queryDatabase(service.folder.databaseUrl, 'select id from review'), [])
  await service.folder.write('business.json', business)
  await until(async () => (await read()).business.name === business.name)
  await service.importRows(rows(7))
  await until(async () => (await read()).reviews.length === 7)
})
