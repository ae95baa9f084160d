/** Kysely on PostgreSQL, with text that sorts by its code points, as in SQLite and in JavaScript. */
import {
  type DataTypeNode,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely'

export class PlainTextPostgresDialect extends PostgresDialect {
  constructor(config: PostgresDialectConfig) {
    super(config)
  }

  override createQueryCompiler(): QueryCompiler {
    return new PlainTextCompiler()
  }
}

class PlainTextCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === 'text') this.append(' collate "C"')
  }
}
