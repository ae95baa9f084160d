/** Draws lines over the number of reviews as an SVG, both axes in powers of ten. */
import { frame } from '../svg-frame.ts'

export interface Line {
  name: string
  /** By number of reviews; a size that was not measured is left out. */
  points: [count: number, value: number][]
}

export interface Plot {
  title: string
  unit: string
  lines: Line[]
}

const [WIDTH, HEIGHT, LEFT, TOP, GAP, RIGHT] = [520, 200, 70, 40, 70, 190]
const COLORS = ['#d1242f', '#1f6feb', '#1a7f37', '#8250df', '#9a6700', '#57606a']

export function drawPlots(title: string, plots: Plot[]): string {
  const [width, height] = [LEFT + WIDTH + RIGHT, TOP + plots.length * (HEIGHT + GAP)]
  const drawn = plots.map((plot, number) => drawPlot(plot, TOP + 30 + number * (HEIGHT + GAP)))
  return frame(title, { width, height, left: LEFT }, drawn)
}

function drawPlot({ title, unit, lines }: Plot, top: number): string {
  const counts = powersAround(lines.flatMap(({ points }) => points.map(([count]) => count)))
  const values = powersAround(lines.flatMap(({ points }) => points.map(([, value]) => value)))
  const x = (count: number) => LEFT + WIDTH * shareOf(count, counts)
  const y = (value: number) => top + HEIGHT * (1 - shareOf(value, values))
  const rules = values.map(
    value => `<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(value)}" y2="${y(value)}" stroke="#d0d7de"/>
<text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
  )
  const ticks = counts.map(
    count =>
      `<text x="${x(count)}" y="${top + HEIGHT + 16}" text-anchor="middle">${count.toLocaleString('en')}</text>`,
  )
  return `<text x="${LEFT}" y="${top - 10}">${title}, ${unit}</text>
${[...rules, ...ticks].join('\n')}
${drawLines(lines, x, y, top).join('\n')}`
}

/** Each with its name at the side, in the order of the list. */
const drawLines = (
  lines: Line[],
  x: (count: number) => number,
  y: (value: number) => number,
  top: number,
): string[] =>
  lines.map(({ name, points }, number) => {
    const color = COLORS[number % COLORS.length]
    const places = points.map(([count, value]) => `${x(count).toFixed(1)},${y(value).toFixed(1)}`)
    const dots = places.map(place => {
      const [cx, cy] = place.split(',')
      return `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${color}"/>`
    })
    return `<polyline fill="none" stroke="${color}" stroke-width="${number === 0 ? 2.5 : 1.5}" points="${places.join(' ')}"/>
${dots.join('')}
<text x="${LEFT + WIDTH + 12}" y="${top + 12 + 18 * number}" fill="${color}">${name}</text>`
  })

/** The powers of ten from below the least value to above the largest. */
function powersAround(values: number[]): number[] {
  const logs = values.map(value => Math.log10(value))
  const [least, most] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))]
  return Array.from({ length: Math.max(1, most - least) + 1 }, (_, index) => 10 ** (least + index))
}

const shareOf = (value: number, powers: number[]) =>
  (Math.log10(value) - Math.log10(powers[0]!)) /
  (Math.log10(powers.at(-1)!) - Math.log10(powers[0]!))
