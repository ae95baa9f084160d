/** Remembers what is made at the first call. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Remembers what was made of each object, for as long as the object exists, or of each plain value. */
export const oncePer = <Key extends WeakKey, Made>(make: (key: Key) => Made) =>
  remember(new WeakMap<Key, Made>(), make)

/** If there are more values than `most`, it forgets them all and begins anew. */
export function oncePerValue<Key, Made>(make: (key: Key) => Made, most = Number.POSITIVE_INFINITY) {
  const known = new Map<Key, Made>()
  return remember(known, (key: Key) => {
    if (known.size >= most) known.clear()
    return make(key)
  })
}

type Memory<Key, Made> = { get(key: Key): Made | undefined; set(key: Key, made: Made): unknown }

function remember<Key, Made>(
  known: Memory<Key, Made>,
  make: (key: Key) => Made,
): (key: Key) => Made {
  return key => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(key)
    known.set(key, made)
    return made
  }
}
