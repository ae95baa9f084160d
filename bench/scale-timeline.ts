/** When deliveries end, the earliest first: a binary heap in typed arrays. */

export interface Ending {
  at: number
  instance: number
  host: number
}

export interface Timeline {
  add(at: number, instance: number, host: number): void
  take(): Ending | undefined
}

export function createTimeline(most: number): Timeline {
  const times = new Float64Array(most)
  const instances = new Uint32Array(most)
  const hosts = new Uint32Array(most)
  let size = 0

  function set(position: number, at: number, instance: number, host: number): void {
    times[position] = at
    instances[position] = instance
    hosts[position] = host
  }
  const copy = (from: number, to: number) => set(to, times[from]!, instances[from]!, hosts[from]!)

  function sinkFrom(at: number, instance: number, host: number): void {
    let position = 0
    for (;;) {
      let child = 2 * position + 1
      if (child >= size) break
      if (child + 1 < size && times[child + 1]! < times[child]!) child++
      if (times[child]! >= at) break
      copy(child, position)
      position = child
    }
    set(position, at, instance, host)
  }

  return {
    add(at, instance, host) {
      let position = size++
      for (
        let parent = (position - 1) >> 1;
        position > 0 && times[parent]! > at;
        parent = (position - 1) >> 1
      ) {
        copy(parent, position)
        position = parent
      }
      set(position, at, instance, host)
    },
    take() {
      if (size === 0) return undefined
      const first = { at: times[0]!, instance: instances[0]!, host: hosts[0]! }
      size--
      sinkFrom(times[size]!, instances[size]!, hosts[size]!)
      return first
    },
  }
}
