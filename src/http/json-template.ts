/** JSON with {{names}} in its texts. */
import type { Json } from '../model/scalars.ts'

/** A text that is nothing but {{name}} becomes the value itself; what is undefined is left out. */
export function fillTemplate<T = Json>(template: object, values: Json): T {
  const find = (name: string) => {
    if (!(name in values)) throw new Error(`A template names ${name}, which nobody provides.`)
    return values[name]
  }
  return JSON.parse(JSON.stringify(template), (_key, text) => {
    if (typeof text !== 'string') return text
    const [, whole] = /^\{\{(\w+)\}\}$/.exec(text) ?? []
    return whole ? find(whole) : text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(find(name)))
  })
}
