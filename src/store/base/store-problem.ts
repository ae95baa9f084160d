/** What can be wrong with a database, in words for the operator. */

/** A database that cannot be used, in words for the operator. */
export class StoreProblem extends Error {
  override name = 'StoreProblem'
}

/** An address that names no database. */
export class WrongDatabaseUrl extends StoreProblem {}

/** A database that is whole, but not for this program. */
export class IncompatibleDatabase extends StoreProblem {}

/** Thrown inside `write` to undo it on purpose. */
export class Rollback extends Error {
  override name = 'Undo'
}
