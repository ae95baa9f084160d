/** What every page for people has around its content. */
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Business } from '../model/business.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface PageFrame {
  title: string
  language: string
  business: Business
  /** More of the head: scripts, for one. */
  head?: Html
}

export function renderPage({ title, language, business, head }: PageFrame, content: Html): string {
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/site.css">
<link rel="alternate" type="application/feed+json" title="JSON Feed" href="/api/feed.json">
<link rel="alternate" type="application/atom+xml" title="Atom" href="/feed.xml">
${head ?? ''}
</head>
<body>
${business.fictional ? html`<p class="notice" role="note">Demo: this business is fictional, and so is every person and review on this page.</p>` : ''}
<main>
${content}
</main>
</body>
</html>
`)
}
