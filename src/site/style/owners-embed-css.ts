/** The owner's page at /embed. */
export const OWNERS_EMBED_CSS = `.owners{max-width:46rem}
.owners h2{font-size:var(--step-2);margin-top:var(--space-5);margin-bottom:var(--space-3)}
.looks{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9rem,45%),1fr));gap:var(--space-3)}
.look{position:relative;display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-1);justify-items:center;text-align:center;overflow-wrap:anywhere;padding:var(--space-2);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);font-size:var(--step--1);cursor:pointer}
.look input{position:absolute;inset:0;min-height:0;margin:0;opacity:0;cursor:pointer}
.look svg{width:100%;max-width:8rem}
.look:hover{border-color:var(--accent)}
.look:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 2px var(--accent);font-weight:600}
.look:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.draw-star{fill:var(--accent)}
.draw-text{fill:color-mix(in srgb,var(--muted) 45%,var(--surface))}
.draw-card{fill:none;stroke:var(--line);stroke-width:1.5}
.draw-arrow{fill:none;stroke:var(--muted);stroke-width:2}
.draw-light{fill:#fff;stroke:#d8dce2}
.draw-light-text{fill:#4b515b}
.draw-dark{fill:#17191d;stroke:#3a3f48}
.draw-dark-text{fill:#b4bac4}
.draw-dark~.draw-star{fill:color-mix(in srgb,var(--accent) 45%,#fff)}
.owners .fields{padding:0 0 var(--space-3);grid-template-columns:repeat(auto-fill,minmax(min(13rem,100%),1fr))}
.owners .fields label{font-size:var(--step--1);color:var(--muted)}
.owners .fields select{color:var(--ink)}
.preview{min-height:76px;padding:var(--space-4);border:1px dashed var(--line);border-radius:var(--radius);margin-bottom:var(--space-2)}
.preview reviews-widget:not(:defined){display:block;min-height:1.75em}
.preview img{display:block}
.chooser .code{flex-direction:column;gap:var(--space-2)}
.chooser .api-code pre{width:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.chooser .copy{align-self:stretch;background:var(--accent);color:var(--accent-ink)}
.chooser .code{min-height:150px}
.chooser>.fold{margin-top:var(--space-3)}
.owners>p:last-child{margin-top:var(--space-4)}
.owners ol{padding-inline-start:1.4em}
@media(min-width:46rem){.looks{grid-template-columns:repeat(3,1fr)}}
@media print{.chooser{display:none}}
`
