import { z } from 'zod';
import { errorsOf, takesKey } from './api/call-rules.ts';
import type { Access, Endpoint } from './api/endpoint.ts';
import { ErrorBody, type ErrorCode, errors, errorsOfEveryCall } from './api/errors.ts';
import { liveEvents } from './events/live-events.ts';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  description?: string;
  [keyword: string]: unknown;
};

export type OpenApiParameter =
  | { $ref: string }
  | { name: string; in: 'path' | 'query' | 'header'; required: boolean; description?: string; schema: JsonSchema };

export type OpenApiResponse =
  | { $ref: string }
  | { description: string; content?: Record<string, { schema: JsonSchema }>; headers?: Record<string, unknown> };

export type OpenApiOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, OpenApiResponse>;
  'x-access': Access;
  'x-error-codes': ErrorCode[];
};

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, OpenApiResponse>;
    parameters: Record<string, OpenApiParameter>;
    securitySchemes: Record<string, unknown>;
  };
};

type Features = Record<string, Record<string, Endpoint>>;

const tagDescriptions: Record<string, string> = {
  auth: 'Signing in and out, registering, and entering an organization.',
  users: "The caller's own account, and other members.",
  organizations: 'Tenants, their themes, images and session types.',
  gyms: 'Locations, opening hours, and registering or nominating a gym.',
  invites: 'Invite codes and friend invites.',
  sessions: 'Group workouts with their spots, proposals, chat and calendar files.',
  friends: 'Friends, requests and people to train with.',
  conversations: 'Direct and group messages.',
  notifications: 'Notifications and their channels.',
  analytics: 'Figures for gym owners and admins.',
  admin: 'Managing users.',
  super_admin: 'Running the platform.',
  demo: 'Trying Spotter without an account.',
  events: 'The live stream.',
};

const whoMayCall: Record<Access, string> = {
  public: 'Anyone.',
  signed_in: 'Signed-in users.',
  member: 'Members of an organization.',
  gym_admin: 'Gym admins and above.',
  org_admin: 'Organization admins and above.',
  super_admin: 'Super admins.',
};

type Options = { version: string; serverUrl: string };

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(features: Features, options: Options): OpenApiDocument {
  const schemas = new SchemaTable();
  const error = schemas.add(ErrorBody, 'output');
  for (const { returns } of Object.values(features).flatMap((table) => Object.values(table)))
    if (returns) schemas.add(returns, 'output');
  const paths: OpenApiDocument['paths'] = {};
  for (const [tag, endpoints] of Object.entries(features)) {
    for (const [name, entry] of Object.entries(endpoints)) {
      const path = entry.path.replace(/:(\w+)/g, '{$1}');
      const call = operation(name, tag, entry, schemas, error);
      paths[path] = { ...paths[path], [entry.method.toLowerCase()]: call };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spotter API',
      version: options.version,
      description:
        'Everything the Spotter apps do goes through these calls. JSON in snake_case, times as RFC 3339 in UTC, ids as UUIDs, ' +
        'every path with its trailing slash. Errors have one shape, and their `code` is stable.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    tags: Object.keys(features).map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      schemas: schemas.named,
      responses: {
        AnyError: {
          description: `Any call may also answer: ${errorsOfEveryCall.map((code) => `${errors[code].status} \`${code}\``).join(', ')}.`,
          content: { 'application/json': { schema: error } },
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'The same key and body from the same caller return the first answer again.',
          schema: { type: 'string', maxLength: 200 },
        },
        UseNewTimezone: {
          name: 'X-Use-New-Timezone',
          in: 'header',
          required: false,
          description: "With `true`, local times are in the reader's own zone instead of the gym's.",
          schema: { type: 'string', enum: ['true', 'false'] },
        },
        Seen: {
          name: 'X-Seen',
          in: 'header',
          required: false,
          description:
            'The greatest `X-Seen` of the answers so far. With it a standby of the database may answer, never with an older state than those answers showed.',
          schema: { type: 'string', pattern: '^[0-9A-F]{16}$' },
        },
        LastEventId: {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'Resume after this event.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a sign-in, good for 15 minutes.',
        },
      },
    },
  };
}

function operation(
  name: string,
  tag: string,
  entry: Endpoint,
  schemas: SchemaTable,
  error: JsonSchema,
): OpenApiOperation {
  const codes = errorsOf(entry);
  const parameters = [
    ...fieldsOf(entry.params, 'path', schemas),
    ...fieldsOf(entry.query, 'query', schemas),
    ...(takesKey(entry) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(tag === 'sessions' ? [{ $ref: '#/components/parameters/UseNewTimezone' }] : []),
    ...(entry.replica ? [{ $ref: '#/components/parameters/Seen' }] : []),
    ...(entry.sends === 'text/event-stream' ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
  ];
  return {
    operationId: name,
    tags: [tag],
    summary: entry.summary,
    description: rulesInWords(entry),
    security: entry.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(entry.body && { requestBody: requestBody(entry, entry.body, schemas) }),
    responses: {
      [String(entry.status ?? (entry.returns || entry.sends ? 200 : 204))]: success(entry, schemas),
      ...failures(codes, error),
      default: { $ref: '#/components/responses/AnyError' },
    },
    'x-access': entry.access,
    'x-error-codes': codes,
  };
}

function rulesInWords(entry: Endpoint): string {
  const { access, shows, emulating, demo, needsVerifiedEmail, beforeOwnPassword, cost, sentOnce } = entry;
  return [
    `Who may call it: ${whoMayCall[access]}`,
    needsVerifiedEmail && 'Needs a verified email.',
    beforeOwnPassword && 'Open to callers who still have to choose their own password.',
    shows === 'private' && 'Shows words of private chats to the people in them alone.',
    emulating && 'Not while a super admin is inside an organization.',
    demo && 'Not in a demo.',
    cost && `Counts as ${cost} ordinary calls.`,
    sentOnce && 'Send an Idempotency-Key, so that a retry after a lost answer never acts twice.',
  ]
    .filter(Boolean)
    .join(' ');
}

function fieldsOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  schemas: SchemaTable,
): Exclude<OpenApiParameter, { $ref: string }>[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.add(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: field,
  }));
}

function requestBody(entry: Endpoint, body: z.ZodType, schemas: SchemaTable) {
  const schema = schemas.add(body, 'input');
  return {
    required: !z.safeParse(body, {}).success,
    content: { [entry.accepts ?? 'application/json']: { schema } },
  };
}

function success(entry: Endpoint, schemas: SchemaTable): OpenApiResponse {
  if (entry.sends === 'text/event-stream')
    return { description: 'The stream.', content: { 'text/event-stream': { schema: schemas.liveEvent() } } };
  if (entry.sends === 'text/calendar')
    return { description: 'A calendar.', content: { 'text/calendar': { schema: { type: 'string' } } } };
  if (entry.sends === 'application/pdf')
    return {
      description: 'A document to print.',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    };
  if (entry.sends === 'application/zip')
    return {
      description: 'A zip file to save.',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    };
  if (entry.sends === 'text/csv')
    return { description: 'A table to save.', content: { 'text/csv': { schema: { type: 'string' } } } };
  if (entry.sends === 'image/webp')
    return { description: 'A picture.', content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } } };
  if (entry.sends)
    return { description: 'A file to save.', content: { 'application/json': { schema: { type: 'object' } } } };
  if (!entry.returns) return { description: 'Done; the answer has no body.' };
  return { description: 'Done.', content: { 'application/json': { schema: schemas.add(entry.returns, 'output') } } };
}

/** One response per status, with the codes it may carry. */
function failures(codes: readonly ErrorCode[], error: JsonSchema): Record<string, OpenApiResponse> {
  const byStatus = Object.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errors[code].error}`).join('\n\n'),
        content: { 'application/json': { schema: error } },
      },
    ]),
  );
}

type Converted = JsonSchema & { $defs?: Record<string, JsonSchema> };

/** Collects named schemas, so each entity is described once. Outputs are added before inputs. */
class SchemaTable {
  readonly named: Record<string, JsonSchema> = {};

  add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      // Unknown fields are ignored in requests and may be added to answers.
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }) as Converted;
    const names = io === 'input' ? this.inputNames($defs) : new Map<string, string>();
    for (const [name, definition] of Object.entries($defs))
      this.named[names.get(name) ?? name] = relink(definition, names);
    return relink(root, names);
  }

  /**
   * An entity whose input differs from its output (defaults may be left out) gets its own name, and so do entities that
   * contain it.
   */
  private inputNames(definitions: Record<string, JsonSchema>): Map<string, string> {
    const names = new Map<string, string>();
    for (let found = -1; found !== names.size; ) {
      found = names.size;
      for (const [name, definition] of Object.entries(definitions)) {
        const known = this.named[name];
        if (known && !names.has(name) && JSON.stringify(relink(definition, names)) !== JSON.stringify(known))
          names.set(name, `${name}Input`);
      }
    }
    return names;
  }

  liveEvent(): JsonSchema {
    const kinds = Object.entries(liveEvents).map(([type, data]) => ({
      type: 'object',
      properties: { event: { const: type }, data: this.add(data, 'output') },
      required: ['event', 'data'],
    }));
    this.named.LiveEvent = { oneOf: kinds, description: 'One server-sent event; `data` is JSON.' };
    return { $ref: '#/components/schemas/LiveEvent' };
  }
}

/** Points references at the document's components. */
function relink(schema: JsonSchema, names: Map<string, string>): JsonSchema {
  const text = JSON.stringify(schema, (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value));
  return JSON.parse(text, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    const name = value.replace('#/$defs/', '');
    return value.startsWith('#/$defs/') ? `#/components/schemas/${names.get(name) ?? name}` : value;
  }) as JsonSchema;
}
