import { endpoints, features } from '@spotter/contract';
import { openApiDocument } from '@spotter/contract/openapi.ts';
import { expect, test } from 'vitest';
import { apiDocsHtml } from './api-docs.ts';

const page = apiDocsHtml(openApiDocument(features, { version: '<b>1</b>', serverUrl: '/api/v1' }));

test('gives every call and entity an anchor, and has no broken links', () => {
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const name of Object.keys(endpoints)) expect(anchors).toContain(name);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(target);
});

test('needs no scripts, inline styles or external files', () => {
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//i);
});

test('escapes text', () => {
  expect(page).not.toContain('<b>1</b>');
  expect(page).toContain('&#60;b&#62;1&#60;/b&#62;');
});
