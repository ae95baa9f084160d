/** What a store needs from outside: time and randomness. */

export interface StoreDependencies {
  now: () => Date
  randomBytes: (size: number) => Uint8Array
}
