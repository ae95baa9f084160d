/** `firsthand backup`: a complete, checked copy of the database in one file. */
import { type BackupReport, backUp } from '../../actions/back-up.ts'
import { describeBytes } from '../../actions/describe-bytes.ts'
import { system } from '../../model/system.ts'
import { EXIT } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'

export interface BackupFlags {
  databaseUrl: string
  overwrite: boolean
  json: boolean
}

export async function makeBackup(
  file: string,
  { databaseUrl, overwrite, json }: BackupFlags,
  streams: Pick<NodeJS.Process, 'stdout'>,
): Promise<number> {
  const report = await backUp(databaseUrl, file, { overwrite }, system.now())
  if (json) writeJson(streams, report)
  else streams.stdout.write(describeBackup(report))
  return EXIT.done
}

const describeBackup = ({ reviews, log_size, bytes, file }: BackupReport) =>
  `Copied and checked: ${reviews} ${reviews === 1 ? 'review' : 'reviews'} and ${log_size} log ${log_size === 1 ? 'entry' : 'entries'}, ${describeBytes(bytes)} in ${file}.
It contains the keys of the log and of subscribers: keep it private, and on another machine.
`
