/** What single pages need beyond the shared parts. */
export const PAGES_CSS = `#filters{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-3);margin:var(--space-4) 0}
#filters>.search{display:block;max-width:none}
#filters label{display:block;font-size:var(--step--1);color:var(--muted);margin-bottom:var(--space-1)}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10rem,100%),1fr));gap:var(--space-3);padding-top:var(--space-3)}
.check{display:flex;gap:var(--space-2);align-items:center;align-self:end;min-height:44px}
#filters .check label{margin:0;color:inherit}
#chips:empty{display:none}
#count{margin-bottom:var(--space-4)}
.paging{display:flex;flex-wrap:wrap;gap:var(--space-4);align-items:center}
.facts dd{min-width:0;overflow-wrap:anywhere}
main>.review{max-width:46rem;margin-top:var(--space-4)}
.history{padding-inline-start:1.2em}
.figures{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-5);margin-bottom:var(--space-4)}
.figures .facts .bar{max-width:16rem;margin-top:6px}
.quotes{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-4)}
.subjects{width:100%}
.subjects th[scope=row]{width:50%}
.question h2{font-size:var(--step-2);margin-bottom:var(--space-2)}
.question p{margin-bottom:var(--space-2)}
.counts td{text-align:end}
@media(min-width:46rem){
.quotes{grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:var(--space-5) var(--space-6)}
#found{grid-template-columns:minmax(0,46rem)}
#filters{grid-template-columns:minmax(0,1fr) 12rem;align-items:end}
#filters>details{grid-column:1/-1;grid-row:2}
.figures{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.figures .facts{grid-template-columns:minmax(0,1fr) minmax(7rem,1fr);align-content:start}
}
@media(min-width:64rem){
.list{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:0 var(--space-6);align-items:start}
.list #filters{grid-template-columns:minmax(0,1fr);margin:0}
.list #filters>details{grid-row:auto}
.fields{grid-template-columns:1fr}
#filters details::details-content{content-visibility:visible;block-size:auto}
@supports selector(::details-content){#filters summary{display:none}}
}
`
