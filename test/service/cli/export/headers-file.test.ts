import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderHeadersFile } from '../../../../src/cli/export/static-files.ts'
import { policyHeaders } from '../../../../src/http/response-headers.ts'
import { rows } from '../../../kit/rows.ts'
import { buildSnapshot } from '../../../kit/snapshot-builder.ts'

type Rule = { pattern: RegExp; headers: [name: string, value: string][] }

/** As Cloudflare and Netlify read it: an address, then indented headers; a star is anything. */
function parseRules(text: string): Rule[] {
  return text
    .split(/^(?=\/)/m)
    .map(block => block.trimEnd().split('\n'))
    .map(([pattern, ...lines]) => ({
      pattern: new RegExp(`^${pattern!.replaceAll('.', '\\.').replace('*', '.*')}$`),
      headers: lines.map(line => {
        const [, name, value] = /^ {2}([a-z-]+): (.+)$/.exec(line) ?? assert.fail(line)
        return [name!, value!]
      }),
    }))
}

describe('The file _headers of an export', () => {
  it('The file _headers gives every address the type and the policy that the service sends, each header once', async t => {
    const snapshot = await buildSnapshot(t, rows(3))
    const text = renderHeadersFile(snapshot)
    const rules = parseRules(text)
    const headersAt = (path: string) => {
      const found = rules
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ headers }) => headers)
      assert.equal(new Set(found.map(([name]) => name)).size, found.length, path)
      return Object.fromEntries(found)
    }
    // As many as Cloudflare accepts, and as long.
    assert.ok(rules.length < 100 && text.split('\n').every(line => line.length < 2000))
    for (const { path, contentType } of snapshot.representations.values()) {
      const found = headersAt(path)
      assert.equal(found['access-control-allow-origin'], '*', path)
      if (found['content-type']) assert.ok(found['content-type'].startsWith(contentType), path)
      const policy = policyHeaders(path, contentType, snapshot)
      for (const [name, value] of Object.entries(policy))
        assert.equal(found[name], value, `${path} ${name}`)
    }
    const [id] = snapshot.idsStartingWith('')
    for (const [path, type] of [
      ['/feed.xml', 'application/atom+xml'],
      ['/changes.xml', 'application/atom+xml'],
      ['/changes/12.xml', 'application/atom+xml'],
      ['/log/checkpoint', 'text/plain; charset=utf-8'],
      ['/log/tile/0/000.p/3', 'application/octet-stream'],
      [`/api/reviews/${id}`, 'application/json'],
      ['/api/reviews/since/2020-01-01', 'application/json'],
      ['/reviews.csv', 'text/csv; charset=utf-8; header=present'],
      ['/reviews.jsonl', 'application/jsonl'],
      ['/reviews/2020.json', undefined],
      ['/policy.md', 'text/markdown; charset=utf-8'],
      [`/reviews/${id}.md`, 'text/markdown; charset=utf-8'],
      ['/reviews.json', undefined],
    ] as const)
      assert.equal(headersAt(path)['content-type'], type, path)
    assert.match(headersAt(`/reviews/${id}/`)['content-security-policy']!, /script-src 'self'/)
    assert.match(headersAt('/embed/')['content-security-policy']!, /script-src 'self'/)
    assert.match(headersAt('/embed/reviews/')['content-security-policy']!, /frame-ancestors \*/)
  })
})
