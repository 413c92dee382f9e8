import { endpoints, features } from '@spotter/contract';
import { openApiDocument } from '@spotter/contract/api/openapi.ts';
import { expect, test } from 'vitest';
import { apiDocsHtml } from './api-docs.ts';

const page = apiDocsHtml(openApiDocument(features, { version: '<b>1</b>', serverUrl: '/api/v1' }));

test('gives every call and entity an anchor, and has no broken links', () => {
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const name of Object.keys(endpoints)) expect(anchors).toContain(name);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(target);
});

test('marks the calls that are not built, and only those', () => {
  const notBuilt = ['sendMessage', 'listUsers'];
  const marked = apiDocsHtml(openApiDocument(features, { version: '1', serverUrl: '/api/v1', notBuilt }));
  expect(marked).toContain('2 of them not built yet');
  const names = [...marked.matchAll(/<a href="#(\w+)">(?:(?!<\/a>).)*class="not-built"/g)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(notBuilt.toSorted());
  expect(marked.match(/Not built yet: it answers 501\./g)).toHaveLength(2);
  expect(page).not.toContain('not-built');
});

test('needs no scripts, inline styles or external files', () => {
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//i);
});

test('escapes text', () => {
  expect(page).not.toContain('<b>1</b>');
  expect(page).toContain('&#60;b&#62;1&#60;/b&#62;');
});
