/** What the model of a very large service is fed with: figures that were measured, and assumptions that were not. */

/**
 * Measured in November 2026 on a machine with 2 cores that others used at the same time. So they are processor time, not
 * time by the clock, and a quiet machine does better.
 */
export const MEASURED = {
  /** `bench push`: 10,000 subscribers on SQLite, 20 kB, TLS, signed. */
  deliveryCpuSeconds: 475e-6,
  /** `bench http`, 2,000 reviews: the feed, plain; a 304; a search for 20 reviews. */
  documentsPerCpuSecond: 37_100,
  notModifiedPerCpuSecond: 78_100,
  searchesPerCpuSecond: 6_500,
  /** `bench claims`: processor time of PostgreSQL 15 (fsync off) with 1,000,000 subscriptions. */
  postgres: { deliverySeconds: 86e-6, countSeconds: 0.67, nextDueSeconds: 0.288, requestSeconds: 0.916 },
  /** RESULTS.md: texts of 70 words. */
  readPerCpuSecond: 1_069,
  /** The import of 100,000 rows on one core took 18.4 s. */
  importedPerSecond: 100_000 / 18.4,
  /** `bench size` with 2,000 reviews. */
  bytesPerReview: { database: 1_400, dataset: 750, brotli: 150 },
  /** `bench size`: the most with 2,000 reviews, and what was seen with 100,000 while the first start was still going on. */
  memory: { atTwoThousand: 629e6, atHundredThousand: 1_103e6 },
} as const

export const ASSUMED = {
  subscribers: 1_000_000,
  subscribersPerHost: 100,
  hungShare: 0.01,
  /** Until a callback has answered, half of it at least. */
  answerSeconds: 0.1,
  /** Of /feed.xml, which goes out uncompressed. */
  feedBytes: 50_000,
  requestsPerSecond: 100_000,
  /** A search by an agent is taken for twice as dear as one by HTTP. */
  mcpPerCpuSecond: MEASURED.searchesPerCpuSecond / 2,
  /** Of one answer on the wire, many of them 304. */
  answerBytes: 10_000,
  /** No event loop is to be busier than this. */
  busyShare: 0.5,
  /** In US dollars, rounded; look at the list of your provider. */
  prices: {
    /** 4 cores, 16 GB, an hour. */
    machine: 0.2,
    /** PostgreSQL on 4 cores and 16 GB, an hour. */
    database: 0.4,
    gigabyteOut: 0.05,
    cdnMillionRequests: 0.5,
    cdnGigabyte: 0.02,
  },
} as const

export const HOURS_A_MONTH = 730
