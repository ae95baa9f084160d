/** Kysely on PostgreSQL, with text columns that sort by code point, as in SQLite and JavaScript. */
import { type DataTypeNode, PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely'

export class PlainTextPostgresDialect extends PostgresDialect {
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
