/** Problems with the database that the operator can solve. */

/** Its message says what is wrong and what to do. */
export class StoreProblem extends Error {
  override name = 'StoreProblem'
}

/** A DATABASE_URL that makes no sense. */
export class WrongDatabaseUrl extends StoreProblem {}

/** An intact database that this version cannot use. */
export class IncompatibleDatabase extends StoreProblem {}

/** Thrown inside `write` to undo it on purpose, as a dry run does. */
export class Rollback extends Error {
  override name = 'Undo'
}
