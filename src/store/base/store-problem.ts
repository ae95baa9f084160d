/** Problems with the database that the operator can solve. */

/** Its message says what is wrong and what to do. */
export class StoreProblem extends Error {
  override name = 'StoreProblem'
}

/** A DATABASE_URL that makes no sense. */
export class WrongDatabaseUrl extends StoreProblem {}

/** An intact database that this version cannot use. */
export class IncompatibleDatabase extends StoreProblem {}

/** The database is not, or no longer, the one that was opened: its file is gone, cut off, replaced or damaged. */
export class LostDatabase extends StoreProblem {}

export const UNTIL_RESTORED =
  'What was published is still shown, but nothing new is kept. Stop the service, put the right database in its place or restore a backup, and start again.'

/** Thrown inside `write` to undo it on purpose, as a dry run does. */
export class Rollback extends Error {}
