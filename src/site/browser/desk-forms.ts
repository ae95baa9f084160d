/** The owner's desk: a live preview of the business form, and files dropped on the import form. Both work without it, too. */

const form = document.querySelector<HTMLFormElement>('form[data-preview]')
const preview = document.querySelector<HTMLElement>('#live')
if (form && preview) followForm(form, preview)

const drop = document.querySelector<HTMLElement>('.drop')
if (drop) acceptFiles(drop)

/** Asks the desk for the preview once typing pauses. */
function followForm(form: HTMLFormElement, preview: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const ask = async () => {
    const number = ++asked
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
    const response = await fetch(form.dataset.preview!, { method: 'POST', body }).catch(() => null)
    // A slower response must not replace a newer one.
    if (response?.ok && number === asked) preview.innerHTML = await response.text()
  }
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, 300)
  })
}

/** A dropped file is sent at once; one that is too large is not sent at all. */
function acceptFiles(drop: HTMLElement): void {
  const input = drop.querySelector<HTMLInputElement>('input[type=file]')!
  const message = drop.querySelector<HTMLElement>('[role=alert]')!
  const isTooLarge = () => (input.files?.[0]?.size ?? 0) > Number(drop.dataset.most)
  const check = () => {
    message.textContent = isTooLarge() ? drop.dataset.tooLarge! : ''
  }
  const mark = (isOver: boolean) => drop.classList.toggle('over', isOver)
  input.addEventListener('change', check)
  input.form!.addEventListener('submit', event => {
    check()
    if (isTooLarge()) event.preventDefault()
  })
  drop.addEventListener('dragover', event => {
    event.preventDefault()
    mark(true)
  })
  drop.addEventListener('dragleave', () => mark(false))
  drop.addEventListener('drop', event => {
    event.preventDefault()
    mark(false)
    if (!event.dataTransfer?.files.length) return
    input.files = event.dataTransfer.files
    input.form!.requestSubmit()
  })
}
