/** The supported protocol versions. */

/** Newest first: the first is offered to clients that ask for an unknown one. Clients on SDK 1.12 and 1.10 know only the last two. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
export const MODERN_VERSION = '2026-07-28'
export const PROTOCOL_VERSIONS = [MODERN_VERSION, ...LEGACY_VERSIONS]
