/** What the check needs of a page; the whole of it is declared only for browsers. */
interface PageElement {
  hidden: boolean
  className: string
  textContent: string | null
  setAttribute(name: string, value: string): void
  addEventListener(type: 'click', listener: () => void): void
  append(...children: (PageElement | string)[]): void
  replaceChildren(...children: (PageElement | string)[]): void
}

declare const document: {
  querySelector(selector: string): PageElement | null
  createElement(name: string): PageElement
}

declare const isSecureContext: boolean
