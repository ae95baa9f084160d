/** Plain tables for a terminal or a Markdown file, and percentiles. */
import { availableParallelism, loadavg } from 'node:os'

export function formatTable(head: string[], rows: (string | number)[][]): string {
  const cells = [head, ...rows.map(row => row.map(String))]
  const widths = head.map((_, column) => Math.max(...cells.map(row => row[column]!.length)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...rows.map(row => line(row.map(String)))].join('\n')
}

export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  process.stdout.write(`\n${title}\n\n${formatTable(head, rows)}\n`)
}

/** The value below which this share of all values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

/** Times mean little without it: how many programs wanted a core in the last five minutes. */
export const describeMachine = () =>
  `The machine has ${availableParallelism()} cores; its load was ${loadavg()[1]!.toFixed(1)}.`
