/** The questions of /highlights, and labeled quotes. */
export const HIGHLIGHTS_CSS = `.asked{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-6)}
.ask{display:flex;flex-direction:column;gap:var(--space-2)}
.ask>*{margin:0}
.ask h3 a{color:inherit}
.ask .bar,.figures>div>.bar{height:24px;border-radius:6px}
.ask .quote,.quotes .quote{padding-inline-start:var(--space-3);border-inline-start:3px solid var(--line)}
.quote>.key{font-size:var(--step--1);font-weight:600}
.ask>p>a,.ask .legend a{display:inline-block;padding:var(--space-1) 0}
.figures>div>.bar{margin-bottom:var(--space-2)}
.question h3{margin-bottom:var(--space-1)}
.question{margin-bottom:var(--space-5)}
@media(min-width:56rem){.asked{grid-template-columns:repeat(2,minmax(0,1fr))}}
`
