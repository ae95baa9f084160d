/** `firsthand check`: whether everything that the installation depends on is in order. */
import { checkInstallation, type InstallationReport } from '../../actions/check-installation.ts'
import type { CheckedSettings } from '../../actions/check-result.ts'
import { system } from '../../model/system.ts'
import { EXIT } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'
import { type Screen, type Style, screenOf, wrap } from '../base/screen.ts'

/** Ends with 1 if there is a problem; warnings are only shown. */
export async function printChecks(
  { json, ...settings }: CheckedSettings & { json: boolean },
  streams: Pick<NodeJS.Process, 'stdout' | 'env'>,
): Promise<number> {
  const report = await checkInstallation(settings, system)
  if (json) writeJson(streams, report)
  else streams.stdout.write(describeChecks(report, screenOf(streams)))
  return report.checks.some(({ state }) => state === 'problem') ? EXIT.failed : EXIT.done
}

const STYLES: Record<'ok' | 'warning' | 'problem', Style> = { ok: 'green', warning: 'yellow', problem: 'red' }

const INDENT = 'problem'.length + 2

function describeChecks({ checks, status }: InstallationReport, screen: Screen): string {
  const lines = checks.flatMap(({ name, state, message }) => {
    const [first, ...rest] = wrap(`${name}: ${message}`, screen.width - INDENT)
    const label = screen.paint(STYLES[state], state.padEnd(INDENT))
    return [label + first, ...rest.map(line => ' '.repeat(INDENT) + line)]
  })
  return `${[...lines, ...describeSources(status)].join('\n')}\n`
}

function describeSources(status: InstallationReport['status']): string[] {
  if (!status) return []
  const { active, pending, failing } = status.subscribers
  return [
    '',
    ...status.sources.map(
      ({ source, states, newest, imported_at }) =>
        `${source}: ${states.published} shown, newest ${newest ?? 'none'}, last import ${imported_at?.slice(0, 10) ?? 'not known'}`,
    ),
    `subscribers: ${active} active, ${pending} pending, ${failing} failing`,
  ]
}
