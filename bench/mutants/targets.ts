/** What is mutated: the source files of each area, and the folders whose tests should notice. */

export interface Target {
  name: string
  /** Patterns of source files. */
  files: string[]
  /** Patterns of test files. Of these, a mutant meets the ones that run its line. */
  tests: string[]
}

export const TARGETS: Target[] = [
  { name: 'ledger', files: ['src/ledger/*.ts'], tests: ['test/*/ledger/**'] },
  {
    name: 'store',
    files: ['src/store/*.ts'],
    tests: [
      'test/store/*',
      'test/service/publish/snapshot-builder.test.ts',
      'test/service/cli/import/import-complete.test.ts',
    ],
  },
  {
    name: 'search',
    files: ['src/publish/search/*.ts'],
    tests: [
      'test/*/publish/search/**',
      'test/service/http/search.test.ts',
      'test/service/http/cursor.test.ts',
    ],
  },
  {
    name: 'conditional-requests',
    files: ['src/http/{conditional-requests,content-negotiation,response-headers}.ts'],
    tests: [
      'test/*/http/{content-negotiation,conditional-requests,response-headers,prebuilt-documents,codings}*',
    ],
  },
  {
    name: 'outgoing',
    files: ['src/outgoing/*.ts'],
    tests: ['test/*/outgoing/**', 'test/*/hub/**', 'test/*/alerts/**'],
  },
  {
    name: 'hub-requests',
    files: ['src/hub/{callback-url,subscription-request}.ts'],
    tests: ['test/*/hub/**'],
  },
  {
    name: 'actions',
    files: ['src/actions/**/*.ts'],
    tests: ['test/*/actions/**', 'test/*/cli/**', 'test/*/desk/**', 'test/*/ingest/merge/**'],
  },
  { name: 'desk', files: ['src/desk/**/*.ts'], tests: ['test/*/desk/**', 'test/*/cli/desk*'] },
  { name: 'alerts', files: ['src/alerts/*.ts'], tests: ['test/*/alerts/**', 'test/*/outgoing/**'] },
  { name: 'init', files: ['src/cli/init/*.ts'], tests: ['test/*/cli/init/**'] },
  {
    name: 'importers',
    files: ['src/ingest/**/*.ts'],
    tests: ['test/*/ingest/**', 'test/*/cli/import/**'],
  },
  {
    name: 'locale',
    files: ['src/locale/*.ts'],
    tests: ['test/*/locale/**', 'test/*/site/{base,parts}/**'],
  },
  {
    name: 'pages',
    files: ['src/site/{base,home,list,markdown,pages,parts,pictures}/*.ts'],
    tests: [
      'test/*/site/{base,home,list,markdown,pages,parts,pictures}/**',
      'test/service/http/page-endpoints.test.ts',
    ],
  },
]
