/** The owner's logo or photograph. The service serves it itself, so that no visitor loads it from elsewhere. */
import { PICTURE } from '../../model/business.ts'
import { oncePerValue } from '../../model/once-per.ts'
import { type Document, withFingerprint } from '../../publish/documents/document.ts'
import { type Html, html } from '../base/markup.ts'

export function logoFiles(logo: string | null): Document[] {
  const [, type, base64] = PICTURE.exec(logo ?? '') ?? []
  if (!type) return []
  const body = Buffer.from(base64!, 'base64')
  return withFingerprint({ path: `/logo.${type}`, contentType: `image/${type}`, body })
}

/** Empty if there is no picture. Every page asks for it, and to digest a picture takes a millisecond. */
export const logoPath = oncePerValue((logo: string | null) => logoFiles(logo)[1]?.path ?? '')

/** Beside the name of the business, which says the same. */
export const renderLogo = (logo: string | null): Html | string =>
  logoPath(logo) && html`<img class="logo" src="${logoPath(logo)}" alt="">`
