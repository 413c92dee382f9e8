import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { demoActions } from '@spotter/contract/demo-actions.ts';
import { expect, test } from 'vitest';
import { areaOf } from './demo-areas.policy.ts';

test('whatever a visitor can do in a demo is counted in plain words', () => {
  const entries = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const doable = entries
    .filter(([name, { method, demo }]) => method !== 'GET' && demo === undefined && areaOf(name) !== null)
    .map(([name]) => name);
  expect(Object.keys(demoActions).sort()).toEqual(doable.sort());
});
