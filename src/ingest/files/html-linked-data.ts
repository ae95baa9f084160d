/** Finds the JSON-LD in a web page. */
import { Parser } from 'htmlparser2'

/** The documents of all its scripts. Scripts that are not JSON are skipped, as search engines do. */
export function linkedDataOf(html: string): unknown[] {
  return scriptsOf(html).flatMap(script => {
    try {
      return [JSON.parse(script)]
    } catch {
      return []
    }
  })
}

function scriptsOf(html: string): string[] {
  const scripts: string[] = []
  let isOpen = false
  const parser = new Parser({
    onopentag(name, { type }) {
      isOpen = name === 'script' && /^\s*application\/ld\+json\b/i.test(type ?? '')
      if (isOpen) scripts.push('')
    },
    ontext(text) {
      if (isOpen) scripts.push(scripts.pop() + text)
    },
    onclosetag() {
      isOpen = false
    },
  })
  parser.end(html)
  return scripts
}
