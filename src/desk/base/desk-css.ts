/** The stylesheet of the desk: that of the site, and what only the desk has. */
import { siteCss } from '../../site/style/read-css.ts'
import { DARK, declare, LIGHT, renderTokens } from '../../site/style/tokens.ts'

const SITE_PARTS = ['base', 'parts', 'home', 'reviews']

export const renderDeskCss = (accentColor: string) =>
  [renderTokens(accentColor), ...SITE_PARTS.map(siteCss), DESK_CSS].join('')

/** The colors of a preview of the site, which may differ from those of the desk. */
export const renderPreviewCss = (accentColor: string) =>
  `.public{${declare(LIGHT, accentColor)}}
@media screen and (prefers-color-scheme:dark){.public{${declare(DARK, accentColor)}}}
`

const DESK_CSS = `.desk{max-width:52rem}
.desk h2:not(.card h2){font-size:var(--step-2);margin-top:var(--space-6)}
.desk .review header{grid-template-columns:minmax(0,1fr)}
.desk .review header>*{grid-column:1}
.desk form{margin:0 0 var(--space-4);max-width:46rem}
.desk label,.desk legend{font-weight:600}
.desk .hint{display:block;font-weight:400;color:var(--muted);font-size:var(--step--1)}
.desk fieldset{margin:0 0 var(--space-5);padding:0;border:0;min-width:0}
.desk fieldset fieldset{margin-bottom:var(--space-3)}
.desk legend{padding:0;font-size:var(--step-1);margin-bottom:var(--space-2)}
.desk fieldset fieldset legend{font-size:var(--step-0)}
.field{display:grid;gap:var(--space-1);margin-bottom:var(--space-3);min-width:0}
.field-row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(12rem,100%),1fr));gap:0 var(--space-3)}
.hours{display:grid;grid-template-columns:3.5rem repeat(2,minmax(0,1fr));gap:var(--space-1) var(--space-2);align-items:center;margin-bottom:var(--space-2)}
.hours>:nth-child(4){grid-column:2}
.choice{display:flex;gap:var(--space-2);align-items:center;min-height:var(--target);font-weight:400!important}
.choice input{flex:none;width:20px;min-height:20px;accent-color:var(--accent)}
.buttons select{width:auto;max-width:100%}
.buttons+.buttons{margin-top:var(--space-2)}
.card>:last-child{margin-bottom:0}
.buttons{display:flex;flex-wrap:wrap;gap:var(--space-2);align-items:center}
button.second{background:none;color:var(--accent)}
button.second:hover{background:var(--tint)}
button.grave{background:var(--bad);border-color:var(--bad);color:var(--page)}
.command{max-width:none;margin:0 0 var(--space-4);padding:var(--space-2) var(--space-3);border:1px solid var(--line);border-radius:var(--radius);font-size:var(--step--1)}
.command code{display:block;white-space:pre-wrap;user-select:all}
.public{padding:var(--space-4);margin-bottom:var(--space-4);border:1px dashed var(--muted);border-radius:var(--radius);background:var(--page);color:var(--ink)}
.public>:last-child{margin-bottom:0}
.public a,.public button{max-width:100%}
.drop{display:grid;gap:var(--space-2);padding:var(--space-5);border:2px dashed var(--muted);border-radius:var(--radius);background:var(--surface)}
.drop.over{border-color:var(--accent);background:var(--tint)}
.drop input{border:0;padding:var(--space-2) 0;background:none}
.numbers{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(8rem,45%),1fr));gap:var(--space-3);margin:0 0 var(--space-4);padding:0;list-style:none}
.numbers li{display:grid;padding:var(--space-3);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}
.numbers strong{font-size:var(--step-3);line-height:1.2}
.desk table{width:100%}
.desk .found{display:grid;gap:var(--space-3);padding:0;list-style:none}
.desk .found>li{max-width:none}
.desk .reviews .card{padding:var(--space-4)}
.desk td form,.desk .inline{display:inline-block;margin:0}
.top .brand{margin-block:var(--space-2)}
@media(min-width:72rem){
.desk:has(.beside){max-width:74rem}
body:has(.beside) :is(.top,.bottom){padding-inline:max(var(--space-4),calc((100% - 74rem)/2 + var(--space-4)))}
.desk form:has(.beside){max-width:none}
.beside{display:grid;grid-template-columns:minmax(0,46rem) minmax(0,1fr);gap:var(--space-6);align-items:start}
.beside>section{position:sticky;top:var(--space-4);max-height:100vh;overflow-y:auto}
.beside>section h2{margin-top:0}
}
@media(min-width:46rem){
.hours{grid-template-columns:7rem repeat(4,minmax(0,8rem))}
.hours>:nth-child(4){grid-column:auto}
}
`
