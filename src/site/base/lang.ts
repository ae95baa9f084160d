/** The language of an element that differs from the page's. */
import { html } from 'hono/html'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Html } from './page-context.ts'

export const langOf = (language: string | null): Html | string => (language ? html` lang="${language}"` : '')

/** Of what the owner wrote in the business file. */
export const langOfOwner = ({ language, locale }: Pick<RenderContext, 'language' | 'locale'>) =>
  langOf(language === locale ? null : language)
