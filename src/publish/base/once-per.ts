/** Remembers what was made of an object for as long as the object exists. */

export function oncePer<Key extends WeakKey, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, Made>()
  return key => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}
