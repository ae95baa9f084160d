/**
 * How long a test waits for what must happen: far longer than it takes, and short enough that a
 * hang is noticed.
 */
export const PATIENCE_MS = 20_000

/**
 * The same for what takes long: the first start of the demo, and thousands of deliveries or
 * reviews.
 */
export const LONG_PATIENCE_MS = 90_000
