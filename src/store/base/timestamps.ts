/** Times in the format of the tables. */

export const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
