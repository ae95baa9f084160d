/** What only the guide for developers has, and code with its button for copying. */
export const DEVELOPERS_CSS = `@media(scripting:none){.needs-script{display:none}}
.guide-menu{margin-bottom:var(--space-5)}
.guide-menu ul{margin:0;padding:0;list-style:none}
.guide-menu summary{padding:var(--space-2) var(--space-3);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}
.guide-menu details[open]>summary{margin-bottom:var(--space-2)}
.guide-menu li{max-width:none}
.guide-menu a{display:block;padding:var(--space-1) var(--space-3);min-height:32px;color:var(--ink);text-decoration:none;border-radius:6px}
.guide-menu a:hover{text-decoration:underline}
.guide-menu [aria-current]{background:var(--tint);color:var(--accent);font-weight:600}
.guide-menu ul ul{padding-inline-start:var(--space-3);font-size:var(--step--1)}
.chapters{min-width:0}
.chapter h2{font-size:var(--step-2);margin-block:var(--space-5) var(--space-3)}
.chapter h3{margin-block:var(--space-5) var(--space-2)}
details.fold{border-bottom:1px solid var(--line);margin:0}
details.fold>summary{display:flex;flex-wrap:wrap;gap:0 var(--space-3);align-items:baseline;min-height:44px;padding:var(--space-2) 0}
details.fold>summary::before{content:"▸"/"";color:var(--muted)}
details.fold[open]>summary::before{content:"▾"/""}
details.fold>summary::-webkit-details-marker{display:none}
details.fold>summary code{color:var(--muted)}
details.fold[open]{padding-bottom:var(--space-3)}
.moved li{padding-block:var(--space-1)}
.moved a{display:inline-block;min-height:24px}
.code{display:flex;gap:var(--space-2);align-items:flex-start;min-height:50px;margin-bottom:var(--space-4)}
.api-code{flex:1;min-width:0;overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}
.api-code pre{border:0;background:none;width:max-content;min-width:100%;margin:0;white-space:pre;overflow-wrap:normal}
.copy{flex:none;min-width:5em;padding-inline:var(--space-2);background:none;color:var(--accent);font-size:var(--step--1)}
.copy:hover{background:var(--tint)}
.tabs{margin-bottom:var(--space-4)}
.tabs summary{min-height:36px;padding:var(--space-1) 0}
.tabs .code{margin-bottom:var(--space-2)}
@supports selector(::details-content){
.tabs{display:flex;flex-wrap:wrap;gap:0 var(--space-2)}
.tabs>details{display:contents}
.tabs summary{list-style:none;min-height:40px;padding:var(--space-2) var(--space-3);color:var(--ink);font-size:var(--step--1)}
.tabs summary::-webkit-details-marker{display:none}
.tabs [open]>summary{color:var(--accent);box-shadow:inset 0 -2px 0 var(--accent);font-weight:600}
.tabs>details::details-content{order:1;flex:0 0 100%;min-width:0}
.tabs>:not([open])::details-content{display:none}
}
.api-fields{width:100%;font-size:var(--step--1)}
.api-fields code{overflow-wrap:normal}
.api-fields :is(th,td){padding-inline-end:var(--space-2)}
.api-fields td a{display:inline-block;min-height:24px}
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
@media(min-width:60rem){
.guide{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:var(--space-6);align-items:start}
.guide-menu{position:sticky;top:var(--space-4);max-height:calc(100vh - 2*var(--space-4));overflow-y:auto}
.guide-menu details::details-content{content-visibility:visible;block-size:auto}
@supports selector(::details-content){.guide-menu summary{display:none}}
}
@media print{.guide-menu,.copy{display:none}.api-code pre{width:auto;white-space:pre-wrap;overflow-wrap:anywhere}}
`
