/** Times as the tables hold them. */

export const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
