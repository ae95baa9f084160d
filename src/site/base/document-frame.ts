/** What every HTML document has, whatever it shows. */
import { type Html, html } from './markup.ts'

export const renderDocument = (lang: string, head: Html, body: Html): string =>
  String(html`<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
</head>
<body>
${body}
</body>
</html>
`)
