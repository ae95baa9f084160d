/** What single pages need beyond the shared parts. */
export const PAGES_CSS = `.facts dd{min-width:0;overflow-wrap:anywhere}
main>.review{max-width:46rem;margin-top:var(--space-4)}
.figures{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-5);margin-bottom:var(--space-4)}
.figures .facts .bar{max-width:16rem;margin-top:6px}
.quotes{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-4)}
.subjects{width:100%}
.subjects th[scope=row]{width:50%}
.question h2{font-size:var(--step-2);margin-bottom:var(--space-2)}
.question p{margin-bottom:var(--space-2)}
.counts :is(td,th+th){text-align:end;white-space:nowrap}
.counts th{overflow-wrap:anywhere;hyphens:auto}
@media(min-width:46rem){
.quotes{grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:var(--space-5) var(--space-6)}
.figures{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.figures .facts{grid-template-columns:minmax(0,1fr) minmax(7rem,1fr);align-content:start}
}
`
