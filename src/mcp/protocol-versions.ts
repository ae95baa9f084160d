/** The versions of the protocol that are spoken here. */

/** Newest first: what a client is offered that asks for another. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18']
export const MODERN_VERSION = '2026-07-28'
export const PROTOCOL_VERSIONS = [MODERN_VERSION, ...LEGACY_VERSIONS]
