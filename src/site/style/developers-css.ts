/** What only the developer page has. */
export const DEVELOPERS_CSS = `.contents ul{margin:0;padding:0;list-style:none}
.contents>ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(11rem,100%),1fr));gap:var(--space-2) var(--space-4)}
.contents li{max-width:none}
.contents>ul>li:has(ul){grid-column:1/-1}
.contents>ul>li>ul{columns:13rem;column-gap:var(--space-4);padding-block:var(--space-2)}
.contents>ul>li>ul>li{break-inside:avoid;padding-bottom:var(--space-3)}
.contents ul ul ul{font-size:var(--step--1)}
.chapter h3{font-size:var(--step-2);margin-block:var(--space-5) var(--space-2)}
.endpoint{margin-bottom:var(--space-5)}
.endpoint h4{font-size:var(--step-1)}
.endpoint h4 a{color:inherit;text-decoration:none}
.endpoint h4 a:hover{text-decoration:underline}
.api-route{margin-bottom:var(--space-3)}
.api-code{overflow-x:auto;margin-bottom:var(--space-4);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}
.api-code pre{border:0;background:none;width:max-content;min-width:100%;margin:0;white-space:pre;overflow-wrap:normal}
.api-fields{width:100%;font-size:var(--step--1)}
.api-fields code{overflow-wrap:normal}
.api-fields :is(th,td){padding-inline-end:var(--space-2)}
.api-answers{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:var(--space-1) var(--space-4);font-size:var(--step--1)}
.api-answers dt{font-family:var(--mono)}
.api-answers dd{margin:0}
.try-it{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-3);margin-top:var(--space-4);padding-top:var(--space-4);border-top:1px solid var(--line)}
.try-it .inputs{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(12rem,100%),1fr));gap:var(--space-3)}
.try-it label{font-family:var(--mono);font-size:var(--step--1)}
.try-it :is(input,textarea,samp){font-family:var(--mono);font-size:var(--step--1)}
.try-it .line{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-2) var(--space-3)}
.try-it .line input{flex:1 1 12rem;width:auto;min-width:0}
.try-it output{overflow-wrap:anywhere}
.try-it output:empty{display:none}
.try-it samp{display:block;margin-top:var(--space-2);white-space:pre-wrap}
.try-it .body{max-height:28rem;overflow:auto;padding:var(--space-3) var(--space-4);background:var(--page);border:1px solid var(--line);border-radius:var(--radius)}
@media(max-width:30rem){
.api-fields,.api-fields :is(caption,tbody,tr,th,td){display:block}
.api-fields thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.api-fields tr{padding-block:var(--space-2);border-bottom:1px solid var(--line)}
.api-fields :is(th,td){padding:0;border:0;overflow-wrap:anywhere}
}
@media(min-width:46rem){
.api-fields th{width:28%}
.api-fields td:nth-child(2){width:28%}
}
@media print{.contents{display:none}.api-code pre{width:auto;white-space:pre-wrap;overflow-wrap:anywhere}}
`
