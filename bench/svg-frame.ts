/** An SVG of panels, one below the other, under a title. */
export const frame = (
  title: string,
  { width, height, left }: { width: number; height: number; left: number },
  panels: string[],
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${left}" y="22" font-size="15" font-weight="bold">${title}</text>
${panels.join('\n')}
</svg>
`
