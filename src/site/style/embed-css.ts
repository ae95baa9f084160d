/** The look of embedded pages. They appear on other sites, so it is small. */
import { readableOn } from '../base/color.ts'

const PAPER = { light: '#ffffff', dark: '#17191d' }

export function renderEmbedCss(accentColor: string): string {
  const inks = (paper: string, ratio: number) =>
    `--star: ${readableOn(accentColor, paper, ratio)}; --link: ${readableOn(accentColor, paper, Math.max(ratio, 4.5))}`
  return `:root { color-scheme: light dark; --paper: ${PAPER.light}; --ink: #1c1e22; --soft: #5c626c; --line: #e1e4e9; --empty: #d3d7de; ${inks(PAPER.light, 3)} }
@media (prefers-color-scheme: dark) {
  :root { --paper: ${PAPER.dark}; --ink: #eceef1; --soft: #a6adb8; --line: #353941; --empty: #3a3f48; ${inks(PAPER.dark, 6)} }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: .9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { min-height: 100vh; display: flex; flex-direction: column; gap: 14px; padding: 20px; border: 1px solid var(--line) }
h1 { font-size: 1.0625rem; line-height: 1.3 }
a { color: var(--link); text-underline-offset: .2em }
h1 a { color: inherit; text-decoration-color: var(--line) }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
a:focus-visible { outline: 2px solid; outline-offset: 3px; border-radius: 2px }
.stars { display: block; width: 5.3125rem; height: 1.0625rem; flex: none }
.on { fill: var(--star) }
.off { fill: var(--empty) }
.rating { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; color: var(--soft) }
.rating strong { font-size: 1.875rem; line-height: 1; color: var(--ink) }
.rating .stars { width: 6.875rem; height: 1.375rem }
ul { padding: 0; list-style: none }
li { padding: 14px 0; border-top: 1px solid var(--line) }
li:last-child { padding-bottom: 0 }
article { display: flex; flex-direction: column; gap: 6px }
.text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.whole .text { -webkit-line-clamp: 7 }
.soft, .from span, .end span { color: var(--soft) }
.from, .end { display: flex; flex-wrap: wrap; gap: 2px 12px; justify-content: space-between; font-size: .8125rem }
.from a { font-weight: 600 }
.end { margin-top: auto; padding-top: 14px; border-top: 1px solid var(--line) }
`
}
