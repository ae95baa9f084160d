/** Parts that several pages share: frame, cards, reviews, quotes, bars, tags. */
export const PARTS_CSS = `.skip{position:absolute;left:-999px}
.skip:focus{left:var(--space-2);top:var(--space-2);z-index:1;padding:var(--space-2) var(--space-4);background:var(--surface)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.notice{margin:0;max-width:none;padding:2px var(--space-4);text-align:center;font-size:var(--step--1);background:#f5dd8a;color:#2b2410}
@media screen and (prefers-color-scheme:dark){.notice{background:#39321b;color:#f2e4b3}}
.top,.bottom{padding-inline:var(--space-4);border-bottom:1px solid var(--line)}
.top{display:flex;flex-wrap:wrap;gap:0 var(--space-5);align-items:center;justify-content:space-between}
.brand{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;min-width:0;overflow-wrap:anywhere;margin-top:var(--space-2);font-weight:700;color:var(--ink);text-decoration:none}
.top ul,.bottom ul{display:flex;gap:0 var(--space-4);margin:0;padding:0;list-style:none;font-size:var(--step--1)}
.top nav{min-width:0}
.top ul{flex-wrap:wrap;column-gap:var(--space-3)}
.top nav a{display:inline-block;padding:10px 0;min-height:40px}
.bottom nav a{display:inline-block;padding:var(--space-1) 0;min-height:28px}
.top nav a{color:var(--ink);text-decoration:none}
.top nav a:hover{text-decoration:underline}
.top nav a[aria-current]{color:var(--accent);box-shadow:inset 0 -2px 0 var(--accent)}
.bottom{padding-block:var(--space-5);border:0;border-top:1px solid var(--line);font-size:var(--step--1);text-align:center}
.bottom ul{flex-wrap:wrap;justify-content:center;margin-bottom:var(--space-3)}
.bottom p{max-width:none;margin-bottom:var(--space-2)}
.who{display:flex;flex-wrap:wrap;gap:0 var(--space-4);justify-content:center}
.crumbs{font-size:var(--step--1);margin-bottom:var(--space-4);overflow-wrap:anywhere}
.crumbs [aria-current]{color:var(--muted)}
.lead{color:var(--muted)}
.muted,.meta,.legend{color:var(--muted);font-size:var(--step--1)}
.nobreak{white-space:nowrap}
.card{padding:var(--space-5);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}
.caution,.passed,.failed,.unknown{max-width:46rem;margin-bottom:var(--space-4)}
:is(.caution,.passed,.failed,.unknown) :last-child{margin-bottom:0}
.caution{padding:var(--space-3) var(--space-4);border-inline-start:4px solid var(--bad);background:var(--surface)}
.stars{display:inline-block;width:5.75em;height:1.15em;vertical-align:-.2em}
.stars .on{fill:var(--accent)}
.stars .off{fill:color-mix(in srgb,var(--muted) 30%,var(--page))}
.text{white-space:pre-line}
.review{display:flex;flex-direction:column;gap:var(--space-3)}
.review>*{margin:0}
.review header{display:grid;grid-template-columns:2.5rem minmax(0,1fr);column-gap:var(--space-3);align-items:center}
.review header>*{margin:0;grid-column:2}
.review .verified{color:inherit}
.verified::before{content:"✓ "/""}
.review .avatar{grid-column:1;grid-row:1/3}
.review h1,.review h2,.review h3{font-size:var(--step-0);letter-spacing:0}
.card :is(h1,h2,h3,h4){overflow-wrap:anywhere}
.review h1 a,.review h2 a,.review h3 a{color:inherit;text-decoration:none}
.review h1 a:hover,.review h2 a:hover,.review h3 a:hover{text-decoration:underline}
.meta{display:flex;flex-wrap:wrap;gap:0 var(--space-2);align-items:center}
.reply .meta{display:block}
.avatar{display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:50%;background:var(--tint);color:var(--accent);font-size:var(--step--1);font-weight:700}
.reply{padding-inline-start:var(--space-4);border-inline-start:3px solid var(--accent)}
.reply>*{margin:0}
.reviews{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-4);align-items:start;margin-bottom:var(--space-4)}
.quote{margin:0}
.quote blockquote{margin:0}
.quote p{margin:0}
.quote p::before{content:"“"}
.quote p::after{content:"”"}
.quote figcaption{color:var(--muted);font-size:var(--step--1)}
.tags li{max-width:100%}
.tags{display:flex;flex-wrap:wrap;gap:var(--space-2);padding:0;list-style:none}
.tag{display:inline-block;max-width:100%;padding:var(--space-1) var(--space-3);border-radius:1rem;overflow-wrap:anywhere;background:var(--tint);font-size:var(--step--1);text-decoration:none}
.tag:hover,.tag a:hover{text-decoration:underline}
.tag a{text-decoration:none}
.tag a+a{padding:var(--space-1) var(--space-2);margin-inline-end:calc(-1*var(--space-2))}
.tag .number{color:var(--muted)}
.tag[aria-current]{box-shadow:inset 0 0 0 2px var(--accent)}
.bar{display:block;width:100%;height:var(--bar);border-radius:4px;background:color-mix(in srgb,var(--line) 65%,transparent)}
.share{fill:var(--accent)}
.less{fill:color-mix(in srgb,var(--accent) 55%,var(--page))}
.good{fill:var(--good)}
.so-so{fill:color-mix(in srgb,var(--muted) 45%,var(--surface))}
.bad{fill:var(--bad)}
.gap{stroke:var(--page);stroke-width:2}
.card .gap{stroke:var(--surface)}
.legend{display:flex;flex-wrap:wrap;gap:0 var(--space-4);margin-bottom:var(--space-3);padding:0;list-style:none}
.legend a{display:inline-block;min-height:28px}
.key::before{content:"";display:inline-block;width:12px;height:12px;margin-inline-end:6px;border-radius:3px;background:var(--good);vertical-align:-1px;forced-color-adjust:none}
.key.so-so::before{background:color-mix(in srgb,var(--muted) 45%,var(--surface))}
.key.bad::before{background:var(--bad)}
.key.named::before{background:var(--accent)}
.distribution{margin:0;padding:0;list-style:none;max-width:30rem}
.distribution :is(a,div){position:relative;display:grid;grid-template-columns:2.4em minmax(0,1fr) 3em 3em;gap:var(--space-3);align-items:center;min-height:32px;color:inherit;text-decoration:none;font-size:var(--step--1)}
:is(.distribution,.figures-by) a:hover{color:var(--accent)}
:is(.distribution,.figures-by) a:hover .number{text-decoration:underline}
.distribution .number{text-align:end}
.facts{display:grid;gap:0 var(--space-5)}
.sources a{text-decoration:none}
.basis{display:block;color:var(--muted);font-size:var(--step--1)}
details.sources{font-size:var(--step--1)}
.progress:empty{display:none}
.scroll{position:relative;overflow-x:auto;margin-bottom:var(--space-4)}
.scroll table{margin:0}
@media(max-width:30rem){.scroll thead th{font-size:.75rem}}
.passed,.failed,.unknown{padding:var(--space-3) var(--space-4);border-inline-start:8px solid var(--muted);background:var(--surface)}
.passed{border-color:var(--good)}
.failed{border-color:var(--bad)}
@media(min-width:46rem){
.top,.bottom{padding-inline:max(var(--space-4),calc((100% - 66rem)/2))}
.facts{grid-template-columns:max-content minmax(0,1fr)}
.top ul{column-gap:var(--space-4)}
}
`
