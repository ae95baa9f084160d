/** What single pages need beyond the shared parts. */
export const PAGES_CSS = `.hero{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-4);padding:var(--space-4) 0 var(--space-2)}
.hero>:is(h1,.lead,.verdict){margin:0}
.hero h1{font-size:var(--step-4);overflow-wrap:anywhere}
.search label{display:block;font-size:var(--step--1);color:var(--muted);margin-bottom:var(--space-1)}
.search div{display:flex;flex-wrap:wrap;gap:var(--space-2);max-width:32rem}
.search input{flex:1 1 12rem;width:auto;min-width:0}
.rating>*{margin:0 0 var(--space-3)}
.rating>:last-child{margin:0}
.score{display:flex;gap:var(--space-3);align-items:center}
.score strong{font-family:var(--serif);font-size:3.5rem;line-height:1;font-weight:600}
.score .stars{width:8.5rem;height:1.7rem}
.verdict{padding:0;list-style:none}
.standing{display:grid;gap:var(--space-1);margin:0;padding:var(--space-3) 0 0;border-top:1px solid var(--line);list-style:none;font-size:var(--step--1)}
.in-short>div{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-5);align-items:start}
.summary{font-size:var(--step-1);line-height:1.55}
.pull{padding-inline-start:var(--space-5);border-inline-start:3px solid var(--accent);margin-bottom:var(--space-4)}
.pull .quote p{font-family:var(--serif);font-size:var(--step-2);line-height:1.35;margin-bottom:var(--space-2)}
.aspects{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-5);padding:0;margin:0;list-style:none}
.aspects>li{display:flex;flex-direction:column;gap:var(--space-2);max-width:none}
.aspects .meta{margin:0}
.aspects .quote{font-size:var(--step--1)}
.trust{margin-top:var(--space-6)}
.trust h2{margin-top:0;font-size:var(--step-2)}
.trust p{margin:0}
.facts dd{min-width:0;overflow-wrap:anywhere}
main>.review{max-width:46rem;margin-top:var(--space-4)}
.figures{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-5);margin-bottom:var(--space-4)}
.figures .facts .bar{max-width:16rem;margin-top:6px}
.quotes{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-4)}
.subjects{width:100%}
.subjects th[scope=row]{width:50%}
.question h2{font-size:var(--step-2);margin-bottom:var(--space-2)}
.question p{margin-bottom:var(--space-2)}
.counts td{text-align:end}
@media(min-width:46rem){
.in-short>div{grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:var(--space-6)}
.aspects,.quotes{grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:var(--space-5) var(--space-6)}
.figures{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.figures .facts{grid-template-columns:minmax(0,1fr) minmax(7rem,1fr);align-content:start}
}
@media(min-width:56rem){
.hero{grid-template:repeat(3,auto) 1fr / minmax(0,1fr) 24rem;gap:var(--space-4) var(--space-6);align-items:start;padding-top:var(--space-5)}
.hero>*{grid-column:1}
.hero>.rating{grid-column:2;grid-row:1 / span 4}
.reviews:not(#found){display:block;columns:26rem;column-gap:var(--space-4)}
.reviews:not(#found)>*{break-inside:avoid;margin-bottom:var(--space-4)}
}
`
