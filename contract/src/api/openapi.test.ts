import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { endpoints, features } from '../index.ts';
import { openApiDocument } from '../openapi.ts';
import type { Endpoint } from './endpoint.ts';

const document = openApiDocument(features, { version: '1.2.3', serverUrl: '/api/v1' });

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('lists every call once, under its own name', () => {
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(ids.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test('has no dangling references', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(references.length).toBeGreaterThan(100);
  for (const reference of new Set(references)) {
    const [, place, name] = /^#\/components\/(schemas|responses|parameters)\/(\w+)$/.exec(reference ?? '') ?? [];
    expect(document.components[place as 'schemas']).toHaveProperty(name ?? '(unreadable reference)');
  }
});

test('names the codes that the rules of an entry imply', () => {
  const { post } = document.paths['/platform-invite/generate/'] ?? {};
  expect(post?.['x-error-codes']).toEqual(
    expect.arrayContaining(['not_signed_in', 'organization_required', 'emulation_not_allowed', 'demo_not_allowed']),
  );
  expect(post?.responses['403']).toMatchObject({ description: expect.stringContaining('demo_not_allowed') });
});

test('says the rules of an entry in words', () => {
  const words = (path: string, method: string) => document.paths[path]?.[method]?.description;
  expect(words('/admin/users/', 'post')).toContain('Needs a verified email.');
  expect(words('/users/me/', 'get')).toContain('Open to callers who still have to choose their own password.');
  expect(words('/conversations/search/', 'get')).toContain('Counts as 10 ordinary calls.');
  expect(words('/conversations/search/', 'get')).toContain('Shows words of private chats');
});

test('names password_change_required for every signed-in call but those open before', () => {
  const codes = (path: string, method: string) => document.paths[path]?.[method]?.['x-error-codes'];
  expect(codes('/home/', 'get')).toContain('password_change_required');
  expect(codes('/users/me/', 'get')).not.toContain('password_change_required');
});

test('offers an Idempotency-Key only where the server keeps it', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  expect(document.paths['/sessions/']?.post?.parameters).toContainEqual(key);
  expect(document.paths['/auth/login/']?.post?.parameters ?? []).not.toContainEqual(key);
});

test('accepts a partial theme and returns a complete one', () => {
  const { ThemeConfig, ThemeConfigInput } = document.components.schemas;
  expect(ThemeConfig?.required).toEqual(['colors', 'typography', 'assets', 'overrides']);
  expect(ThemeConfigInput?.required).toBeUndefined();
});

test('marks every call that answers with a private message as such', () => {
  const { schemas } = document.components;
  const reach = (node: unknown, seen = new Set<string>()): Set<string> => {
    for (const [, name] of JSON.stringify(node ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (name && !seen.has(name)) reach(schemas[name], seen.add(name));
    return seen;
  };
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const unmarked = calls.filter(({ operationId, responses }) => {
    const shown = reach(responses);
    const isPrivate = ['Message', 'Conversation', 'FoundMessage'].some((name) => shown.has(name));
    return isPrivate && (endpoints as Record<string, Endpoint>)[operationId]?.shows !== 'private';
  });
  expect(unmarked.map(({ operationId }) => operationId)).toEqual([]);
});
