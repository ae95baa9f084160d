/** What is mutated, and the tests that should notice, the quickest first. */

export interface Target {
  name: string
  files: string[]
  tests: string[]
}

export const TARGETS: Target[] = [
  {
    name: 'ledger',
    files: [
      'src/ledger/verify-proof.ts',
      'src/ledger/make-proof.ts',
      'src/ledger/merkle-tree.ts',
      'src/ledger/checkpoint.ts',
      'src/ledger/ledger-entry.ts',
      'src/ledger/review-histories.ts',
    ],
    tests: [
      'test/ledger/verify-proof.test.ts',
      'test/ledger/make-proof.test.ts',
      'test/ledger/merkle-tree.test.ts',
      'test/ledger/checkpoint.test.ts',
      'test/ledger/ledger-entry.test.ts',
      'test/ledger/review-histories.test.ts',
      'test/ledger/audit.test.ts',
    ],
  },
  {
    name: 'store',
    files: ['src/store/review-writer.ts', 'src/store/changes-since.ts', 'src/store/store-writer.ts'],
    tests: [
      'test/store/write.test.ts',
      'test/store/review-writer.test.ts',
      'test/store/takedowns.test.ts',
      'test/publish/snapshot-builder.test.ts',
    ],
  },
  {
    name: 'takedowns',
    files: ['src/store/takedowns.ts', 'src/store/erased-reviews.ts'],
    tests: [
      'test/store/takedowns.test.ts',
      'test/cli/reviews/takedown.test.ts',
      'test/ingest/merge/complete-import.test.ts',
      'test/cli/import/import-complete.test.ts',
    ],
  },
  {
    name: 'search',
    files: [
      'src/publish/search/find-text.ts',
      'src/publish/search/find-hits.ts',
      'src/publish/search/cursor.ts',
      'src/publish/search/sort-order.ts',
    ],
    tests: [
      'test/publish/search/find-text.test.ts',
      'test/publish/search/find-hits.test.ts',
      'test/publish/search/search.test.ts',
      'test/publish/search/cursor.test.ts',
      'test/http/search.test.ts',
      'test/http/cursor.test.ts',
    ],
  },
  {
    name: 'conditional requests',
    files: [
      'src/http/conditional-requests.ts',
      'src/http/content-negotiation.ts',
      'src/http/response-headers.ts',
    ],
    tests: [
      'test/http/content-negotiation.test.ts',
      'test/http/conditional-requests.test.ts',
      'test/http/response-headers.test.ts',
      'test/http/prebuilt-documents.test.ts',
      'test/http/codings.test.ts',
    ],
  },
  {
    name: 'callback guard',
    files: [
      'src/outgoing/allowed-addresses.ts',
      'src/hub/callback-url.ts',
      'src/outgoing/outgoing-requests.ts',
    ],
    tests: [
      'test/outgoing/allowed-addresses.test.ts',
      'test/hub/callback-url.test.ts',
      'test/outgoing/resolve.test.ts',
      'test/outgoing/outgoing-requests.test.ts',
      'test/hub/subscription-request.test.ts',
    ],
  },
]
