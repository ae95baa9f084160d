/** `firsthand restore-backup`: replaces the database with a backup. */
import { type RestoreReport, restoreBackup } from '../../actions/restore-backup.ts'
import { EXIT } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'

export interface RestoreFlags {
  databaseUrl: string
  force: boolean
  json: boolean
}

export async function restoreFrom(
  file: string,
  { databaseUrl, force, json }: RestoreFlags,
  streams: Pick<NodeJS.Process, 'stdout'>,
): Promise<number> {
  const report = await restoreBackup(databaseUrl, file, { force })
  if (json) writeJson(streams, report)
  else streams.stdout.write(`${describeRestored(report).join('\n')}\n`)
  return EXIT.done
}

function describeRestored({ file, log_size, lost_entries, replaced, erase_again }: RestoreReport): string[] {
  return [
    `Restored ${file}: ${log_size} log entries. Start the service again.`,
    ...(replaced ? [`The database it replaced is ${replaced}. Delete it when all is well.`] : []),
    ...(lost_entries === 0
      ? []
      : [
          `${lost_entries ?? 'An unknown number of'} entries of the public log are lost. Say so in public: docs/operations.md, "Never rewind the public log".`,
        ]),
    ...(erase_again.length === 0
      ? []
      : [
          'These reviews were erased after the backup. Erase them again before you start the service:',
          ...erase_again.map(id => `  firsthand erase ${id} --yes`),
        ]),
  ]
}
