/** Kysely on Node's built-in SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely'
import { oncePerValue } from '../../model/once-per.ts'

const CACHED_STATEMENTS = 64

export function sqliteDialect(
  database: DatabaseSync,
  { readOnly }: { readOnly: boolean },
): SqliteDialect {
  const statementFor = oncePerValue((sql: string) => database.prepare(sql), CACHED_STATEMENTS)

  return new TransactionalSqliteDialect({
    database: {
      close: () => database.close(),
      prepare(sql) {
        // A full disk ends the transaction by itself. Rolling it back once more would fail, and hide why.
        if (sql === 'rollback' && !database.isTransaction) return NOTHING_TO_DO
        // A transaction that reads first and writes later fails if another process wrote in between. Taking the write lock at
        // the start makes it wait instead.
        const statement = statementFor(sql === 'begin' && !readOnly ? 'begin immediate' : sql)
        const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
        return {
          reader: statement.columns().length > 0,
          all: parameters => statement.all(...values(parameters)),
          run: parameters => statement.run(...values(parameters)),
          iterate: parameters => statement.iterate(...values(parameters)),
        }
      },
    },
  })
}

const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/** SQLite can roll back schema changes, but Kysely does not use that by default. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true })
  }
}
