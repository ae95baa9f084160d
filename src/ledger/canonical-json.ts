/** RFC 8785: one spelling for one value, so that anybody who holds the value computes the same hash. */

export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain }

/** RFC 8785 §3.2.2 takes over how JSON.stringify writes strings and numbers; §3.2.3 sorts keys by their UTF-16 units, as sort does. */
export function canonicalJson(value: Plain): string {
  if (!isObject(value) || isInOrder(value)) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`)
  return `{${members.join(',')}}`
}

/** Whether all keys are sorted already: then JSON.stringify leaves them so, and is quicker. */
function isInOrder(value: object): boolean {
  const isSorted = Object.keys(value).every((key, at, keys) => at === 0 || keys[at - 1]! < key)
  return isSorted && Object.values(value).every(member => !isObject(member) || isInOrder(member))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isList = (value: object): value is readonly Plain[] => Array.isArray(value)
