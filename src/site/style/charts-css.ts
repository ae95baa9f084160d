/** Charts over time: plots whose text keeps its size, and the table under them. */
export const CHARTS_CSS = `.chart{margin:0 0 var(--space-4);max-width:46rem}
.chart figcaption,.chart .legend{color:var(--muted);font-size:var(--step--1)}
.chart .legend{display:block;margin:var(--space-3) 0 0}
.chart table{max-width:28rem;font-variant-numeric:tabular-nums}
.chart :is(th,td):nth-child(n+2){text-align:end}
.plot{display:block;width:100%;overflow:visible}
.plot text{font-size:.75rem;fill:var(--muted);font-variant-numeric:tabular-nums}
.plot .month,.plot .figure{text-anchor:middle}
.plot .end{text-anchor:end}
.plot .figure{fill:var(--ink)}
.plot .grid{stroke:var(--line)}
.plot .trace{stroke:var(--accent);stroke-width:2}
.plot circle{fill:var(--accent);stroke:var(--accent);stroke-width:2}
.plot .single{fill:var(--page)}
.card .plot .single{fill:var(--surface)}
.distribution .percent{color:var(--muted)}
`
