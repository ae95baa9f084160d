/** The owner's desk: a live preview of the business form, files dropped on the import form, and passkeys. The first two work without it, too. */

const form = document.querySelector<HTMLFormElement>('form[data-preview]')
const preview = document.querySelector<HTMLElement>('#live')
if (form && preview) followForm(form, preview)

const drop = document.querySelector<HTMLElement>('.drop')
if (drop) acceptFiles(drop)

const passkeyForm = document.querySelector<HTMLFormElement>('form[data-passkey]')
if (passkeyForm) askForPasskey(passkeyForm)

/** Sends the browser's response to the challenge with the form. */
function askForPasskey(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('[name=passkey]')!
  const message = form.querySelector<HTMLElement>('[role=alert]')!
  form.addEventListener('submit', async event => {
    event.preventDefault()
    message.hidden = true
    try {
      const options = JSON.parse(form.dataset.passkey!)
      const credential =
        'user' in options
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
            })
      field.value = JSON.stringify(credential)
      form.submit()
    } catch {
      message.hidden = false
    }
  })
  // Earlier, it would have sent the form without the passkey.
  const button = form.querySelector('button')!
  button.disabled = false
  button.focus()
}

/** Asks the desk for the preview once typing pauses. */
function followForm(form: HTMLFormElement, preview: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const ask = async () => {
    const number = ++asked
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string') body.append(name, value)
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
