/** What a route gives to a host that serves only files. */
export interface StaticFile {
  path: string
  /** Where the ending of its name does not say it. */
  contentType?: string
  /** When it is written: every review has three files. */
  render(): Uint8Array | string
}

export interface FileContext {
  nowMs: number
}
