/** The owner's page at /embed: shows the chosen look with the chosen options, and the line that puts it on another site. */
import { addCopyButtons, readWords } from './copy-buttons.ts'

const chooser = document.querySelector<HTMLElement>('.chooser')!
const widget = chooser.querySelector<HTMLElement>('reviews-widget')!
const badge = chooser.querySelector('img')!
const code = chooser.querySelector('.code code')!

function update(): void {
  const look = chooser.querySelector<HTMLInputElement>('[name=look]:checked')!
  for (const label of chooser.querySelectorAll<HTMLElement>('[data-for]'))
    label.hidden = !label.dataset.for!.split(' ').includes(look.value)
  const isBadge = look.value.startsWith('badge')
  badge.hidden = !isBadge
  widget.hidden = isBadge
  if (isBadge) badge.src = `/${look.value}.svg`
  else show({ layout: look.value, ...chosenOptions() })
  code.textContent = isBadge
    ? look.dataset.line!
    : `${chooser.dataset.script}<reviews-widget${attributesOf(widget)}></reviews-widget>`
}

/** Empty values are left out; those about people and services name their attribute. */
function chosenOptions(): Record<string, string> {
  const fields = [...chooser.querySelectorAll<HTMLSelectElement>('[data-for]:not([hidden]) select')]
  const given = fields.filter(({ value }) => value !== '')
  return Object.fromEntries(
    given.map(({ name, value }) => {
      if (name !== 'mentions') return [name, value]
      const end = value.indexOf('=')
      return [value.slice(0, end), value.slice(end + 1)]
    }),
  )
}

function show(attributes: Record<string, string>): void {
  for (const name of widget.getAttributeNames())
    if (!Object.hasOwn(attributes, name)) widget.removeAttribute(name)
  for (const [name, value] of Object.entries(attributes))
    if (widget.getAttribute(name) !== value) widget.setAttribute(name, value)
}

const attributesOf = (element: Element) =>
  Array.from(element.attributes, ({ name, value }) => ` ${name}="${escapeAttribute(value)}"`).join(
    '',
  )

const escapeAttribute = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

chooser.addEventListener('input', update)
addCopyButtons(readWords())
update()
