/** What a store takes from outside. */

/** Where a store takes time and randomness from. */
export interface StoreDependencies {
  now: () => Date
  randomBytes: (size: number) => Uint8Array
}
