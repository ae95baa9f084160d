/** Puts a button beside each piece of code that copies it. */
import type { Catalog } from '../../locale/locale.ts'

export type CopyWords = Catalog['embed']['script']

/** The page brings the words of its language. */
export const readWords = <Words extends CopyWords>() =>
  JSON.parse(document.querySelector<HTMLElement>('[data-words]')!.dataset.words!) as Words

const SHOWN_MS = 2000

export function addCopyButtons(words: CopyWords): void {
  for (const box of document.querySelectorAll('.code')) addCopyButton(box, words)
}

function addCopyButton(box: Element, { copy, copyThis, copied }: CopyWords): void {
  const name = box.querySelector('[aria-label]')?.getAttribute('aria-label') ?? ''
  const ariaLabel = copyThis.replace('{example}', name)
  const look = { type: 'button', className: 'copy', textContent: copy, ariaLabel } as const
  const button = Object.assign(document.createElement('button'), look)
  const status = Object.assign(document.createElement('span'), {
    className: 'hidden',
    role: 'status',
  })
  button.onclick = async () => {
    await copyText(box.querySelector('code')!)
    button.textContent = status.textContent = copied
    setTimeout(() => {
      button.textContent = copy
      status.textContent = ''
    }, SHOWN_MS)
  }
  box.append(button, status)
}

/** A page without HTTPS has no clipboard: there the text is selected, for the visitor to copy. */
async function copyText(code: Element): Promise<void> {
  const text = code.textContent ?? ''
  await navigator.clipboard?.writeText(text).catch(() => getSelection()?.selectAllChildren(code))
  if (!navigator.clipboard) getSelection()?.selectAllChildren(code)
}
