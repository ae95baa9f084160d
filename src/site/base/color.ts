/** Readable colors: darkens or lightens any color until it stands out from its background. Pure. */

type Rgb = [red: number, green: number, blue: number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
const STEPS = 100

/** WCAG 2.2 contrast ratio: from 1 (same color) to 21 (black on white). */
export const contrast = (a: string, b: string) => ratioOf(luminance(parse(a)), luminance(parse(b)))

/** The color (#rrggbb) closest to the given one that reaches the ratio. Up to 4.5 there always is one; beyond that, black or white is the best available. */
export function readableOn(color: string, background: string, ratio = 4.5): string {
  const behind = luminance(parse(background))
  const start = parse(color)
  const end = ratioOf(0, behind) >= ratioOf(1, behind) ? BLACK : WHITE
  for (let step = 0; step < STEPS; step++) {
    const mixed = between(start, end, step / STEPS)
    if (ratioOf(luminance(mixed), behind) >= ratio) return format(mixed)
  }
  return format(end)
}

/** Mixes the given share of the first color with the second. */
export function mix(color: string, other: string, share: number): string {
  return format(between(parse(other), parse(color), share))
}

const ratioOf = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

/** WCAG 2.2 relative luminance. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map(channel => linear(channel / 255)) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const between = (from: Rgb, to: Rgb, share: number) =>
  from.map((channel, place) => Math.round(channel + (to[place]! - channel) * share)) as Rgb

const parse = (color: string) =>
  [1, 3, 5].map(place => Number.parseInt(color.slice(place, place + 2), 16)) as Rgb

const format = (color: Rgb) =>
  `#${color.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
