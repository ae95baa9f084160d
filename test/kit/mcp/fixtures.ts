/** Tools, resources and prompts that the conformance suite expects by name. Only the tests register them. */
import type { TestContext } from 'node:test'
import {
  acceptedContent,
  completable,
  fromJsonSchema,
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { createApp } from '../../../src/http/app.ts'
import { listen } from '../../../src/http/http-server.ts'
import { NO_LIMIT } from '../../../src/http/rate-limit.ts'
import { createMcpEndpoint } from '../../../src/mcp/mcp-endpoint.ts'
import { createSessions } from '../../../src/mcp/session-ids.ts'
import { system } from '../../../src/model/system.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { ON_DEMAND_PAGES } from '../../../src/site/pages/on-demand-pages.ts'
import { createSharing } from '../../../src/site/sharing.ts'
import { rows } from '../rows.ts'
import { buildSnapshot } from '../snapshot-builder.ts'

export interface FixtureOptions {
  draining?: () => boolean
  change?: (snapshot: Snapshot) => Snapshot
  onError?: (error: Error) => void
}

/** Resolves with its address. It has the endpoint and tools of the service, and the fixtures. */
export async function startFixtureService(
  t: TestContext,
  {
    draining = () => false,
    change = snapshot => snapshot,
    onError = () => {},
  }: FixtureOptions = {},
): Promise<string> {
  const snapshot = change(await buildSnapshot(t, rows(30)))
  const app = createApp({
    current: () => snapshot,
    problem: () => undefined,
    facts: () => [],
    isDatabaseLost: () => false,
    draining,
    limiter: NO_LIMIT,
    hubLimiter: NO_LIMIT,
    hub: () => undefined,
    mcp: () => endpoint,
    pages: ON_DEMAND_PAGES,
    sharing: createSharing(),
    health: () => ({}),
    newRequestId: () => 'fixture',
    nowMs: Date.now,
    onError,
  })
  const endpoint = createMcpEndpoint({
    version: '0.0.0',
    baseUrl: 'http://localhost',
    current: () => snapshot,
    sessions: createSessions(['a key of the test run'], system),
    maxSubscriptions: 0,
    onError,
    registerMore: registerFixtures,
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  t.after(() => server.close(0))
  return `http://localhost:${server.port}`
}

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** No sound at all. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const text = (said: string) => ({ type: 'text' as const, text: said })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const audio = { type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }
const embedded = (uri: string, mimeType: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: content },
})

export function registerFixtures(server: McpServer): void {
  registerTools(server)
  registerResources(server)
  registerPrompts(server)
}

const CONTENT = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  test_logging_tool: [text('Nothing was logged.')],
}

function registerTools(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENT))
    server.registerTool(name, { description: 'Returns fixed content.' }, () => ({ content }))
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports its progress.' },
    async (context: ServerContext) => {
      const progressToken = context.mcpReq._meta?.progressToken
      for (const progress of progressToken === undefined ? [] : [0, 50, 100])
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: progressToken!, progress, total: 100 },
        })
      return { content: [text('Done.')] }
    },
  )
  server.registerTool(
    'test_input_required_result_elicitation',
    { description: 'Asks for a name first.' },
    (context: ServerContext) => {
      const given = acceptedContent(
        context.mcpReq.inputResponses,
        'user_name',
        z.object({ name: z.string() }),
      )
      return given
        ? { content: [text(`Hello, ${given.name}!`)] }
        : inputRequired({ inputRequests: ASK_NAME })
    },
  )
  for (const [name, inputSchema] of Object.entries(INPUT_SCHEMAS))
    server.registerTool(
      name,
      { description: 'Has a schema of its own.', inputSchema: fromJsonSchema(inputSchema) },
      () => ({ content: [text('Taken.')] }),
    )
}

const ASK_NAME = {
  user_name: inputRequired.elicit({
    message: 'What is your name?',
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    },
  }),
}

const INPUT_SCHEMAS = {
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  /** An argument that a client repeats as a header (SEP-2243). */
  test_custom_header: {
    type: 'object' as const,
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    required: ['region'],
  },
}

function registerResources(server: McpServer): void {
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, uri => ({
    contents: [
      {
        uri: uri.href,
        mimeType: 'text/plain',
        text: 'This is the content of the static text resource.',
      },
    ],
  }))
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    uri => ({
      contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }],
    }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  )
}

type Content = ReturnType<typeof text> | ReturnType<typeof embedded> | typeof image

const messages = (...contents: Content[]) => ({
  messages: contents.map(content => ({ role: 'user' as const, content })),
})

function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Says one thing.' }, () =>
    messages(text('This is a simple prompt for testing.')),
  )
  const places = (begun: string) =>
    ['paris', 'park', 'party'].filter(place => place.startsWith(begun))
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Repeats its arguments.',
      argsSchema: z.object({ arg1: completable(z.string(), places), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Holds a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      messages(
        embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Holds an image.' }, () =>
    messages(image, text('Please analyze the image above.')),
  )
}
