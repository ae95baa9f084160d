/** The list of reviews, the cards in it, and the trust page. */
export const REVIEWS_CSS = `h1:has(+.list){font-size:var(--step-3);margin-bottom:var(--space-3)}
.list{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-2)}
#filters>.search,#filters .search>div{max-width:46rem}
#more label,#order label{font-size:var(--step--1);color:var(--muted)}
#more label{display:block;margin-bottom:var(--space-1)}
#more summary{width:fit-content;padding:10px 0}
#views,#chips{margin:0}
#views .tag,#chips .tag{display:inline-flex;gap:var(--space-2);align-items:center;min-height:44px;padding-inline:var(--space-4);border-radius:22px}
#views .tag[aria-current]{background:var(--accent);color:var(--accent-ink);box-shadow:none}
#views .tag[aria-current] .number{color:inherit}
#views:empty,#chips:empty{display:none}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10rem,100%),1fr));gap:var(--space-3);padding:var(--space-2) 0 var(--space-4)}
.check{display:flex;gap:var(--space-2);align-items:center;align-self:end;min-height:44px}
#more .check label{margin:0;color:inherit}
.line{display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-4);align-items:center;justify-content:space-between;max-width:46rem;margin-bottom:var(--space-3)}
#chips:not(:empty)+.line{margin-top:var(--space-2)}
#count{flex:1 1 auto;font-weight:600;min-width:0;overflow-wrap:anywhere}
#order,#order select{min-width:0;max-width:100%}
#order>div{display:flex;flex-wrap:wrap;gap:0 var(--space-2);align-items:center}
#order select{width:auto}
.paging{display:flex;flex-wrap:wrap;gap:var(--space-3);align-items:center;max-width:46rem}
.paging ol{display:flex;flex-wrap:wrap;gap:var(--space-1);align-items:center;margin:0;padding:0;list-style:none}
.paging li a{display:grid;place-items:center;min-width:44px;min-height:44px;padding:0 var(--space-2);border-radius:6px;font-variant-numeric:tabular-nums}
.paging [aria-current]{background:var(--tint);font-weight:600;text-decoration:none}
.jump{display:flex;flex-wrap:wrap;gap:var(--space-2);align-items:center}
.jump input{width:5.5rem}
.review .invited,.review .meta a{color:inherit}
.review .meta{column-gap:var(--space-3)}
.other summary{display:inline-block;min-height:28px}
.other .text{margin:var(--space-2) 0 0}
.more{display:none}
@media screen and (scripting:enabled) and (width<46rem){
.text.fold:not(.open){display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:6;overflow:hidden}
.text.fold.brief:not(.open){-webkit-line-clamp:3}
.text.fold+.more{display:inline-block}
}
@media screen and (scripting:enabled) and (width>=46rem){
.text.fold.wide:not(.open){display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:6;overflow:hidden}
.text.fold.brief.wide:not(.open){-webkit-line-clamp:3}
.text.fold.wide+.more{display:inline-block}
}
.more{justify-self:start;align-self:start;padding:var(--space-1) 0;min-height:28px}
.facts dd p{margin:0}
.history{padding-inline-start:1.2em}
@media(scripting:enabled){#check .live[hidden]{display:block!important;visibility:hidden}}
#check .progress{margin:0}
.levels dt{display:flex;flex-wrap:wrap;gap:0 var(--space-3);align-items:baseline}
.levels .number{font-weight:400;color:var(--muted);font-size:var(--step--1)}
.drawing{display:block;width:100%;max-width:24rem;margin-bottom:var(--space-4)}
.drawing rect{fill:var(--surface);stroke:var(--line)}
.drawing path{fill:none;stroke:var(--accent);stroke-width:2}
.drawing text{fill:var(--muted);font-size:14px;text-anchor:middle}
.drawing .name{fill:var(--ink);font-size:16px;font-weight:600}
@media(width<46rem){
#views{position:relative;flex-wrap:nowrap;overflow-x:auto;margin-inline:calc(-1*var(--space-4));padding:3px var(--space-4);scrollbar-width:thin}
#views li{flex:none;max-width:none}
}
@media(min-width:46rem){
#found{grid-template-columns:minmax(0,46rem)}
}
@media(min-width:64rem){
.list{grid-template-columns:minmax(0,46fr) minmax(0,17.5fr);gap:var(--space-3) var(--space-6);align-items:start}
#filters,.results{grid-column:1}
#views{grid-column:1/-1}
#more{grid-column:2;grid-row:3}
.results{grid-row:3}
.fields{grid-template-columns:minmax(0,1fr)}
#more::details-content{content-visibility:visible;block-size:auto}
@supports selector(::details-content){#more summary{display:none}}
}
`
