/** The home page: one column on a phone; on wide screens a rail with facts and trust beside it. */
export const HOME_CSS = `main:has(>.home){padding-top:var(--space-4)}
.hero{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-3)}
.hero>*{margin:0}
.hero h1{margin:0;overflow-wrap:anywhere}
.hero .lead{margin:2px 0 0}
.score{display:flex;flex-wrap:wrap;gap:0 var(--space-3);align-items:center}
.score strong{font-size:2.5rem;line-height:1.1;letter-spacing:-.02em}
.score .stars{width:6rem;height:1.2rem}
.score>span{display:grid;line-height:1.3}
.hero summary{display:flex;align-items:center;gap:var(--space-3);color:inherit;list-style:none}
.hero summary::-webkit-details-marker{display:none}
.hero summary::after{content:"";flex:none;width:.45em;height:.45em;margin:-.2em .2em 0 0;border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(45deg)}
.hero details[open]>summary::after{transform:rotate(225deg);margin-top:.2em}
.hero summary:hover{text-decoration:none}
.hero summary:hover::after{border-color:var(--accent)}
.stars-given summary{min-height:32px;font-size:var(--step--1)}
.stars-given .bar{flex:1 1 0;min-width:4rem}
.stars-given .distribution{padding-top:var(--space-2)}
.actions{display:flex;flex-wrap:wrap;gap:var(--space-2);padding:0;list-style:none}
.actions li{flex:1 0 auto}
.actions .button{display:block;padding:11px 6px;text-align:center;font-size:var(--step--1);white-space:nowrap}
.actions li:first-child .button{background:var(--accent);color:var(--accent-ink)}
.actions li:first-child .button:hover{text-decoration:underline}
.open-now summary{min-height:32px}
.open-now summary>span{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.open-now .is-open::before{content:"";display:inline-block;width:.6em;height:.6em;margin-inline-end:.5em;border-radius:50%;background:var(--good)}
.week{padding:0;margin:0;list-style:none}
.week li{display:grid;grid-template-columns:minmax(4.5rem,max-content) 1fr;gap:var(--space-3)}
.figures-by{padding:var(--space-3) 0 var(--space-2);border-block:1px solid var(--line)}
.figures-by p,.figures-by ul{margin:0;padding:0;list-style:none}
.figures-by ul{display:grid;grid-template-columns:fit-content(45%) minmax(var(--bar),1fr) fit-content(40%)}
.figures-by li{max-width:none}
.figures-by li,.figures-by a{display:grid;grid-column:1/-1;grid-template-columns:subgrid}
@supports not (grid-template-columns:subgrid){.figures-by a{grid-template-columns:minmax(0,6rem) minmax(var(--bar),1fr) minmax(0,5.5rem)}}
.figures-by a{position:relative;column-gap:var(--space-3);align-items:center;min-height:40px;color:inherit;text-decoration:none}
.figures-by a>:first-child{overflow-wrap:anywhere;hyphens:auto}
.figures-by .number{text-align:end}
.home h2{font-size:var(--step-2);margin-bottom:var(--space-3)}
.home h3{font-size:var(--step-0);margin-bottom:var(--space-2)}
.summary{padding:0;list-style:none}
.summary li{margin-bottom:var(--space-3)}
.quotes{margin-bottom:var(--space-4)}
.home .quote{padding-inline-start:var(--space-3);border-inline-start:3px solid var(--line)}
.search{margin-top:var(--space-4)}
.search label{display:block;font-size:var(--step--1);color:var(--muted);margin-bottom:var(--space-1)}
.search div{display:flex;flex-wrap:wrap;gap:var(--space-2);max-width:32rem}
.search input{flex:1 1 12rem;width:auto;min-width:0}
.sites{width:100%;overflow-wrap:anywhere;margin-bottom:var(--space-2)}
.sites :is(td,th):not(:first-child){text-align:end}
.plain{padding:0;list-style:none}
.plain li{padding:var(--space-1) 0}
@media(min-width:46rem){.rail .facts{grid-template-columns:minmax(0,1fr)}}
@media(min-width:60rem){
main:has(>.home){padding-top:var(--space-5)}
.home{display:grid;grid-template-columns:minmax(0,42rem) minmax(0,20rem);gap:0 var(--space-7);justify-content:space-between;align-items:start}
.rail{font-size:.9375rem}
.rail h2{margin-top:0;padding-top:var(--space-3);border-top:2px solid var(--ink);font-size:var(--step-1)}
.rail section+section{margin-top:var(--space-5)}
}
`
