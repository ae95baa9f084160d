/** Kysely on PostgreSQL, with text columns that sort by code point, as in SQLite and JavaScript. */
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
