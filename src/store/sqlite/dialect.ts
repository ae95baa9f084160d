/** Kysely on the SQLite that comes with Node. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, SqliteDialect } from 'kysely'

const CACHED_STATEMENTS = 64

export function sqliteDialect(database: DatabaseSync, { readOnly }: { readOnly: boolean }): SqliteDialect {
  const statements = new Map<string, StatementSync>()

  function statementFor(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= CACHED_STATEMENTS) statements.clear()
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return new TransactionalSqliteDialect({
    database: {
      close: () => database.close(),
      prepare(sql) {
        // A transaction that reads first and writes later fails when another process wrote in between; one that takes the
        // write lock at once waits for it instead.
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

/** Kysely does not count on it, but SQLite undoes changes of the schema with their transaction. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true })
  }
}
