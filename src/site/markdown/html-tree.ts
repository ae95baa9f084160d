/** The content of one of our pages as a tree, without what only eyes and hands have a use for. */
import { Parser } from 'htmlparser2'

export interface Element {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

/** What is hidden from eyes says where a number in small print leads: who reads text sees that from its link. */
const isBesideNumber = (open: Element[], { class: look }: Element['attributes']) =>
  look === 'hidden' && open.some(({ name }) => name === 'sup')

const LEFT_OUT = new Set(['svg', 'script', 'style', 'form', 'nav', 'noscript', 'button', 'template'])

export function readContent(html: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  let depthLeftOut = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (depthLeftOut === 0) {
        const label = isBesideNumber(open, attributes) ? '' : labelOf(name, attributes)
        if (label === null) {
          const element: Element = { name, attributes, children: [] }
          open.at(-1)!.children.push(element)
          open.push(element)
          return
        }
        addText(open.at(-1)!, label)
      }
      depthLeftOut++
    },
    ontext(text) {
      if (depthLeftOut === 0) addText(open.at(-1)!, text)
    },
    onclosetag() {
      if (depthLeftOut > 0) depthLeftOut--
      else open.pop()
    },
  })
  parser.end(html)
  return root
}

/** What stands in the place of the whole element: nothing, or what it is a picture of. null where the element stays. */
function labelOf(name: string, attributes: Element['attributes']): string | null {
  const { role, hidden, alt } = attributes
  if (hidden !== undefined || attributes['aria-hidden'] === 'true' || attributes['data-markdown'] === 'skip')
    return ''
  const label = attributes['aria-label']
  if (role === 'img' && label) return label
  if (name === 'img') return alt ?? ''
  return LEFT_OUT.has(name) && !isOf(attributes, 'paging') ? '' : null
}

export const isOf = ({ class: looks = '' }: Element['attributes'], look: string) =>
  looks.split(' ').includes(look)

/** The parser gives a text in parts, one at every entity. */
function addText({ children }: Element, text: string): void {
  if (typeof children.at(-1) === 'string') children.push((children.pop() as string) + text)
  else if (text !== '') children.push(text)
}

export const plainText = ({ children }: Element): string =>
  children.map(child => (typeof child === 'string' ? child : plainText(child))).join('')

/** The children of these names, and those in others that only group them. */
export function within({ children }: Element, names: string[], groups: string[] = []): Element[] {
  return children.flatMap(child => {
    if (typeof child === 'string') return []
    if (names.includes(child.name)) return [child]
    return groups.includes(child.name) ? within(child, names, groups) : []
  })
}

/** Beneath the name of an author there are facts with room between them: in a line of text that is not enough. */
export const withCommas = (header: Element): Element => ({
  ...header,
  children: header.children.map(child =>
    typeof child === 'string' || !isOf(child.attributes, 'meta')
      ? child
      : {
          ...child,
          children: child.children.map((part, place) =>
            typeof part === 'string' && place < child.children.length - 1 ? part.replace(/\s$/, ', ') : part,
          ),
        },
  ),
})
