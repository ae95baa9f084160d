/** The owner's logo or photograph. The service serves it itself, so that no visitor loads it from elsewhere. */
import { PICTURE } from '../../model/business.ts'
import { oncePerValue } from '../../model/once-per.ts'
import { type Document, withFingerprint } from '../../publish/documents/document.ts'
import { type Html, html } from '../base/markup.ts'

/** Where it is; nowhere if there is none. */
export function logoPaths(logo: string | null): string[] {
  const [, type] = PICTURE.exec(logo ?? '') ?? []
  return type ? [`/logo.${type}`] : []
}

export function logoFiles(logo: string | null): Document[] {
  const [, type, base64] = PICTURE.exec(logo ?? '') ?? []
  return logoPaths(logo).flatMap(path =>
    withFingerprint({ path, contentType: `image/${type}`, body: Buffer.from(base64!, 'base64') }),
  )
}

/** Empty if there is no picture. Every page asks for it, and to digest a picture takes a millisecond. */
export const logoPath = oncePerValue((logo: string | null) => logoFiles(logo)[1]?.path ?? '')

/** Beside the name of the business, which says the same. */
export const renderLogo = (logo: string | null): Html | string =>
  logoPath(logo) && html`<img class="logo" src="${logoPath(logo)}" alt="">`
