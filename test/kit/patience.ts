/** How long a test waits for what must happen: far longer than it takes, because the machine may be busy. */
export const PATIENCE_MS = 180_000
