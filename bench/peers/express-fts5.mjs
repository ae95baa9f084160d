/** A peer: Express over SQLite with its full-text index FTS5, as its documentation sets it up. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

const { PEER_DATA, PEER_DATABASE, PEER_MODULES, PORT } = process.env
const express = createRequire(`${PEER_MODULES}/`)('express')
const database = new DatabaseSync(PEER_DATABASE)

if (process.argv[2] === 'fill') {
  database.exec(`
    create table review (id text primary key, date text not null, text text, json text not null);
    create index review_date on review (date desc);
    create virtual table word using fts5(text, content='review', content_rowid='rowid');
  `)
  const insert = database.prepare('insert into review (id, date, text, json) values (?, ?, ?, ?)')
  database.exec('begin')
  for (const line of readFileSync(PEER_DATA, 'utf8').trimEnd().split('\n')) {
    const { id, date, text } = JSON.parse(line)
    insert.run(id, date, text, line)
  }
  database.exec("insert into word (word) values ('rebuild')")
  database.exec('commit')
} else {
  const find = database.prepare(
    'select json from word join review on review.rowid = word.rowid where word match ? order by date desc limit 20',
  )
  const count = database.prepare('select count(*) as matched from word where word match ?')
  const since = database.prepare('select json from review where date >= ? order by date desc')
  const all = database.prepare('select json from review order by date desc')
  const list = rows => `[${rows.map(({ json }) => json).join(',')}]`
  const app = express()
  app.get('/search', (request, response) => {
    const word = `"${String(request.query.word).replaceAll('"', '""')}"`
    const { matched } = count.get(word)
    response.type('json').send(`{"matched":${matched},"reviews":${list(find.all(word))}}`)
  })
  app.get('/since/:date', (request, response) =>
    response.type('json').send(`{"reviews":${list(since.all(request.params.date))}}`),
  )
  app.get('/reviews.json', (_, response) =>
    response.type('json').send(`{"reviews":${list(all.all())}}`),
  )
  app.listen(Number(PORT), '127.0.0.1')
}
