/** The content of one of our pages as a tree, without what only eyes and hands have a use for. */
import { ElementType, parseDocument } from 'htmlparser2'

export type Element = {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

const LEFT_OUT = new Set([
  'svg',
  'script',
  'style',
  'form',
  'nav',
  'noscript',
  'button',
  'template',
])

type Node = ReturnType<typeof parseDocument>['children'][number]

export const readContent = (html: string): Element => ({
  name: '',
  attributes: {},
  children: readNodes(parseDocument(html).children, false),
})

function readNodes(nodes: Node[], isSmallPrint: boolean): Element['children'] {
  const children: Element['children'] = []
  for (const node of nodes) {
    const child = readNode(node, isSmallPrint)
    const last = children.at(-1)
    // A text goes on in the label of a picture within it.
    if (typeof child === 'string' && typeof last === 'string')
      children[children.length - 1] = last + child
    else if (child !== '') children.push(child)
  }
  return children
}

/** What is hidden from eyes says where a number in small print leads: who reads text sees that from its link. */
function readNode(node: Node, isSmallPrint: boolean): Element | string {
  if (!('attribs' in node)) return node.type === ElementType.Text ? node.data : ''
  const { name, attribs: attributes } = node
  if (isSmallPrint && attributes.class === 'hidden') return ''
  const children = () => readNodes(node.children, isSmallPrint || name === 'sup')
  return labelOf(name, attributes) ?? { name, attributes, children: children() }
}

/** What stands in the place of the whole element: nothing, or what it is a picture of. null where the element stays. */
function labelOf(name: string, attributes: Element['attributes']): string | null {
  const { role, hidden, alt } = attributes
  if (
    hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    attributes['data-markdown'] === 'skip'
  )
    return ''
  const label = attributes['aria-label']
  if (role === 'img' && label) return label
  if (name === 'img') return alt ?? ''
  return LEFT_OUT.has(name) && !isOf(attributes, 'paging') ? '' : null
}

export const isOf = ({ class: looks = '' }: Element['attributes'], look: string) =>
  looks.split(' ').includes(look)

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
export function withCommas(header: Element): Element {
  const parted = ({ children }: Element) =>
    children.map((part, place) =>
      typeof part === 'string' && place < children.length - 1 ? part.replace(/\s$/, ', ') : part,
    )
  const children = header.children.map(child =>
    typeof child === 'string' || !isOf(child.attributes, 'meta')
      ? child
      : { ...child, children: parted(child) },
  )
  return { ...header, children }
}
