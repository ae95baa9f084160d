/** The inputs to the model of a very large service: measured figures and assumptions. */

/**
 * Measured in November 2026 on a machine with 2 cores that was also used by others. So these are CPU times, not wall-clock
 * times, and a quiet machine does better.
 */
export const MEASURED = {
  /** `bench push`: 10,000 subscribers on SQLite, 20 kB, TLS, signed. */
  deliveryCpuSeconds: 475e-6,
  /** `bench http`, 2,000 reviews: the feed, plain; a 304; a search for 20 reviews. */
  documentsPerCpuSecond: 37_100,
  notModifiedPerCpuSecond: 78_100,
  searchesPerCpuSecond: 6_500,
  /** `bench claims`: CPU time of PostgreSQL 15 (fsync off) with 1,000,000 subscriptions; the totals took less than it can measure. */
  postgres: {
    deliverySeconds: 102e-6,
    totalsSeconds: 0.0004,
    nextDueSeconds: 0.336,
    requestSeconds: 0.002,
  },
  /** RESULTS.md: texts of 45 words. */
  readPerCpuSecond: 321,
  /** The import of 100,000 rows on one core took 18.4 s. */
  importedPerSecond: 100_000 / 18.4,
  /** `bench size` with 2,000 reviews. */
  bytesPerReview: { database: 1_400, dataset: 750, brotli: 150 },
  /** RESULTS.md, beside its peers: at rest. */
  memory: { atTenThousand: 441e6, atHundredThousand: 1_706e6 },
} as const

export const ASSUMED = {
  subscribers: 1_000_000,
  subscribersPerHost: 100,
  hungShare: 0.01,
  /** Mean time until a callback responds; at least half of it. */
  answerSeconds: 0.1,
  /** The size of /feed.xml, which is delivered uncompressed. */
  feedBytes: 50_000,
  requestsPerSecond: 100_000,
  /** A search over MCP is assumed to cost twice as much as one over HTTP. */
  mcpPerCpuSecond: MEASURED.searchesPerCpuSecond / 2,
  /** The mean size of a response on the wire; many are 304. */
  answerBytes: 10_000,
  /** No event loop should be busier than this. */
  busyShare: 0.5,
  /** In US dollars, rounded; check your provider's prices. */
  prices: {
    /** 4 cores and 16 GB, per hour. */
    machine: 0.2,
    /** PostgreSQL on 4 cores and 16 GB, per hour. */
    database: 0.4,
    gigabyteOut: 0.05,
    cdnMillionRequests: 0.5,
    cdnGigabyte: 0.02,
  },
} as const

export const HOURS_PER_MONTH = 730
