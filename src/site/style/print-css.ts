/** On paper: the text, and nothing to click. */
export const PRINT_CSS = `@media print{
:root{color-scheme:light;--page:#fff;--surface:#fff;--ink:#000;--muted:#444;--line:#bbb}
.top nav,.bottom nav,.skip,form,.paging,button,.button,.search,details:not([open]){display:none!important}
.top{padding-inline:0}
main{max-width:none;padding:var(--space-4) 0 0}
.card{border:0;border-top:1px solid var(--line);border-radius:0;padding:var(--space-3) 0;break-inside:avoid}
a{color:inherit;text-decoration:none}
h2,h3{break-after:avoid}
}
`
