/** Remembers what was made of each object, for as long as the object exists, or of each plain value. */
export const oncePer = <Key extends WeakKey, Made>(make: (key: Key) => Made) =>
  remember(new WeakMap<Key, Made>(), make)
export const oncePerValue = <Key, Made>(make: (key: Key) => Made) => remember(new Map<Key, Made>(), make)

type Memory<Key, Made> = { get(key: Key): Made | undefined; set(key: Key, made: Made): unknown }

function remember<Key, Made>(known: Memory<Key, Made>, make: (key: Key) => Made): (key: Key) => Made {
  return key => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}
