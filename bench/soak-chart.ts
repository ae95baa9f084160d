/** Draws figures over time as an SVG: one panel for each figure, the time along the bottom. */
import { frame } from './svg-frame.ts'

export interface Panel {
  title: string
  unit: string
  lines: { name: string; values: number[] }[]
}

const [WIDTH, HEIGHT, LEFT, TOP, GAP] = [860, 130, 70, 40, 50]
const COLORS = ['#1f6feb', '#d1242f', '#1a7f37', '#8250df']

/** `minutes` is when each value was read; all lines have one value for each. */
export function drawChart(title: string, minutes: number[], panels: Panel[]): string {
  const width = LEFT + WIDTH + 20
  const height = TOP + panels.length * (HEIGHT + GAP) + 10
  const drawn = panels.map((panel, number) =>
    drawPanel(panel, minutes, TOP + 30 + number * (HEIGHT + GAP)),
  )
  return frame(title, { width, height, left: LEFT }, drawn)
}

function drawPanel({ title, unit, lines }: Panel, minutes: number[], top: number): string {
  const most = roundUp(Math.max(...lines.flatMap(({ values }) => values)))
  const last = minutes.at(-1) || 1
  const x = (minute: number) => (LEFT + (WIDTH * minute) / last).toFixed(1)
  const y = (value: number) => (top + HEIGHT - (HEIGHT * value) / most).toFixed(1)
  const paths = lines.map(({ values }, number) => {
    const points = values.map((value, at) => `${x(minutes[at]!)},${y(value)}`).join(' ')
    return `<polyline fill="none" stroke="${COLORS[number % COLORS.length]}" stroke-width="1.5" points="${points}"/>`
  })
  const names = lines.map(
    ({ name }, number) => `<tspan fill="${COLORS[number % COLORS.length]}"> ${name}</tspan>`,
  )
  const rules = [0, most / 2, most].map(
    value => `<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(value)}" y2="${y(value)}" stroke="#d0d7de"/>
<text x="${LEFT - 6}" y="${Number(y(value)) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
  )
  return `<text x="${LEFT}" y="${top - 8}">${title}, ${unit}:${names.join('')}</text>
${rules.join('\n')}
${paths.join('\n')}
<text x="${LEFT}" y="${top + HEIGHT + 14}">0 min</text>
<text x="${LEFT + WIDTH}" y="${top + HEIGHT + 14}" text-anchor="end">${last.toFixed(1)} min</text>`
}

/** To the next 1, 2 or 5 with zeros after it. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map(times => times * unit).find(limit => limit >= value)!
}
