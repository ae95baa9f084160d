/** Plain elements, without classes. */
export const BASE_CSS = `*,::before,::after{box-sizing:border-box}
html{font-family:var(--sans);font-size:100%;line-height:1.5;font-variant-numeric:tabular-nums;background:var(--page);color:var(--ink);-webkit-text-size-adjust:100%;scroll-padding-top:var(--space-4)}
body{margin:0;overflow-wrap:break-word}
main{max-width:68rem;margin:0 auto;padding:var(--space-5) var(--space-4) var(--space-7)}
main:focus{outline:none}
h1,h2,h3,h4{font-weight:700;line-height:1.2;margin:0;text-wrap:balance}
h1{font-size:var(--step-4);letter-spacing:-.015em;margin-bottom:var(--space-4)}
h2{font-size:var(--step-3);margin-top:var(--space-6);margin-bottom:var(--space-4)}
h3{font-size:var(--step-1)}
h3+.tags{margin-top:var(--space-2)}
h4{font-size:var(--step-0)}
p,ul,ol,dl,table,figure,pre,blockquote{margin:0 0 var(--space-4)}
p,li,dd,blockquote{max-width:65ch}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
table{border-collapse:collapse}
caption{text-align:start;color:var(--muted);font-size:var(--step--1);padding-bottom:var(--space-2)}
th,td{padding:var(--space-2) clamp(6px,2vw,var(--space-4)) var(--space-2) 0;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:400}
thead th,tfoot th,tfoot td{font-weight:700}
tr>:last-child{padding-inline-end:0}
thead th{font-size:var(--step--1);color:var(--muted)}
code,pre{font-family:var(--mono);font-size:.9em}
code{overflow-wrap:anywhere}
pre{padding:var(--space-3) var(--space-4);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);white-space:pre-wrap;overflow-wrap:anywhere}
dt{font-weight:700}
dd{margin:0 0 var(--space-3)}
blockquote{margin-inline:0}
mark{background:color-mix(in srgb,var(--accent) 26%,transparent);color:inherit;border-radius:3px;padding:0 .1em}
summary{cursor:pointer;color:var(--accent)}
summary:hover{text-decoration:underline}
input,select,textarea,button{font:inherit;color:inherit}
input,select,textarea{width:100%;min-height:var(--target);padding:var(--space-2) var(--space-3);background:var(--surface);border:1px solid var(--muted);border-radius:var(--radius)}
input[type=checkbox]{width:20px;min-height:20px;accent-color:var(--accent)}
button,.button{display:inline-block;min-height:var(--target);padding:9px var(--space-4);border:1px solid var(--accent);border-radius:var(--radius);background:var(--accent);color:var(--accent-ink);font-weight:700;text-decoration:none;cursor:pointer}
.button{background:none;color:var(--accent)}
.button:hover{background:var(--tint)}
button[aria-disabled=true]{opacity:.6;cursor:progress}
:disabled{opacity:.5}
::placeholder{color:var(--muted);opacity:1}
img,svg{max-width:100%}
[hidden]{display:none!important}
`
