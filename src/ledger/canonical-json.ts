/** Canonical JSON (RFC 8785): each value has exactly one spelling, so everyone computes the same hash. */

export type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [key: string]: Plain }

/** §3.2.2 writes strings and numbers as JSON.stringify does; §3.2.3 sorts keys by UTF-16 units, as sort does. */
export function canonicalJson(value: Plain): string {
  if (!isObject(value) || isInOrder(value)) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`)
  return `{${members.join(',')}}`
}

/** If all keys are sorted already, JSON.stringify gives the same result and is faster. */
function isInOrder(value: object): boolean {
  const isSorted = Object.keys(value).every((key, at, keys) => at === 0 || keys[at - 1]! < key)
  return isSorted && Object.values(value).every(member => !isObject(member) || isInOrder(member))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isList = (value: object): value is readonly Plain[] => Array.isArray(value)
