/** A peer: Hono over PostgreSQL with its full-text search, as its documentation sets it up. */
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

const { PEER_DATA, PEER_DATABASE, PORT } = process.env
const pool = new pg.Pool({ connectionString: PEER_DATABASE, max: 4 })
const BATCH = 1000

if (process.argv[2] === 'fill') {
  await pool.query(`
    create table review (id text primary key, date text not null, json text not null,
      word tsvector not null);
    create index review_date on review (date desc);
  `)
  const lines = readFileSync(PEER_DATA, 'utf8').trimEnd().split('\n')
  for (let at = 0; at < lines.length; at += BATCH) {
    const rows = lines.slice(at, at + BATCH).map(line => ({ ...JSON.parse(line), line }))
    await pool.query(
      `insert into review select id, date, json, to_tsvector('english', coalesce(text, ''))
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as one (id, date, text, json)`,
      [
        rows.map(row => row.id),
        rows.map(row => row.date),
        rows.map(row => row.text),
        rows.map(row => row.line),
      ],
    )
  }
  await pool.query('create index review_word on review using gin (word); analyze review')
  await pool.end()
} else {
  const app = new Hono()
  const list = ({ rows }) => `[${rows.map(({ json }) => json).join(',')}]`
  const json = { 'content-type': 'application/json' }
  const query = (name, text, values) => pool.query({ name, text, values })
  const MATCH = "word @@ plainto_tsquery('english', $1)"
  app.get('/search', async c => {
    const values = [c.req.query('word')]
    const [count, found] = await Promise.all([
      query('count', `select count(*) as matched from review where ${MATCH}`, values),
      query('find', `select json from review where ${MATCH} order by date desc limit 20`, values),
    ])
    return c.body(`{"matched":${count.rows[0].matched},"reviews":${list(found)}}`, 200, json)
  })
  app.get('/since/:date', async c => {
    const found = await query(
      'since',
      'select json from review where date >= $1 order by date desc',
      [c.req.param('date')],
    )
    return c.body(`{"reviews":${list(found)}}`, 200, json)
  })
  app.get('/reviews.json', async c =>
    c.body(
      `{"reviews":${list(await query('all', 'select json from review order by date desc', []))}}`,
      200,
      json,
    ),
  )
  serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' })
}
