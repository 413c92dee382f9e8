import { OnboardingState as Schema } from '@spotter/contract/users/users.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { freshOnboarding, type OnboardingState } from './onboarding-state.ts';
import { advance, mayShowTip, merge, nextTip, type TourEvent, worthSyncing } from './tour-machine.ts';

const at = '2026-11-15T10:00:00.000Z';
const event: fc.Arbitrary<TourEvent> = fc.oneof(
  fc.constantFrom<TourEvent>(
    { type: 'start' },
    { type: 'next' },
    { type: 'previous' },
    { type: 'skip' },
    { type: 'complete' },
    { type: 'pause', at },
    { type: 'resume' },
    { type: 'action' },
    { type: 'profile', completed: true, requiredCompleted: false },
  ),
  fc
    .record({ tip: fc.constantFrom('calendar', 'friends', 'create'), ms: fc.integer({ min: 0, max: 1e9 }) })
    .map(({ tip, ms }): TourEvent => ({ type: 'tip-shown', tip, at: new Date(Date.parse(at) + ms).toISOString() })),
);
const after = (events: TourEvent[], width = 390) => events.reduce(advance, freshOnboarding(width));
const state = fc.array(event, { maxLength: 40 }).map((events) => after(events));

describe('the tour', () => {
  test('starts, steps, pauses, resumes and completes', () => {
    const started = after([{ type: 'start' }, { type: 'next' }, { type: 'next' }, { type: 'previous' }]);
    expect(started).toMatchObject({ tourStatus: 'in_progress', tourStep: 1, pausedAt: null });
    const paused = advance(started, { type: 'pause', at });
    expect(paused).toMatchObject({ tourStatus: 'in_progress', pausedAt: at, tourStep: 1 });
    expect(advance(paused, { type: 'resume' }).pausedAt).toBeNull();
    expect(advance(paused, { type: 'complete' })).toMatchObject({ tourStatus: 'completed', pausedAt: null });
  });

  test('marks both profiles complete when skipped', () => {
    expect(after([{ type: 'start' }, { type: 'skip' }])).toMatchObject({
      tourStatus: 'skipped',
      profileCompleted: true,
      requiredProfileCompleted: true,
    });
  });

  test('never goes below step 0 and always fits the contract', () => {
    fc.assert(
      fc.property(state, (reached) => {
        expect(reached.tourStep).toBeGreaterThanOrEqual(0);
        expect(Schema.safeParse(reached).success).toBe(true);
      }),
      runs(100),
    );
  });

  test('moves only while running and restarts at 0', () => {
    fc.assert(
      fc.property(
        state,
        fc.constantFrom<TourEvent>({ type: 'next' }, { type: 'previous' }, { type: 'pause', at }),
        (from, move) => {
          if (from.tourStatus !== 'in_progress') expect(advance(from, move)).toBe(from);
          expect(advance(from, { type: 'start' })).toMatchObject({
            tourStatus: 'in_progress',
            tourStep: 0,
            pausedAt: null,
          });
        },
      ),
      runs(100),
    );
  });
});

describe('tips', () => {
  const since = Date.parse(at);
  test('require 30 seconds and 2 actions since the last one, and no running tour', () => {
    const skippedTour = after([{ type: 'skip' }, { type: 'action' }, { type: 'action' }]);
    expect(mayShowTip(skippedTour, since + 29_999, since)).toBe(false);
    expect(mayShowTip(skippedTour, since + 30_000, since)).toBe(true);
    expect(mayShowTip(after([{ type: 'skip' }, { type: 'action' }]), since + 60_000, since)).toBe(false);
    const shown = advance(skippedTour, { type: 'tip-shown', tip: 'calendar', at });
    expect(shown.actionsSinceLastTip).toBe(0);
    expect(mayShowTip(shown, since + 60_000, 0)).toBe(false);
  });

  test('follow the rule in every state', () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 0, max: 2e9 }), (reached, later) => {
        const now = since + later;
        const last = reached.lastTipShownAt ? Date.parse(reached.lastTipShownAt) : since;
        const expected =
          ['skipped', 'completed'].includes(reached.tourStatus) &&
          now - last >= 30_000 &&
          reached.actionsSinceLastTip >= 2;
        expect(mayShowTip(reached, now, since)).toBe(expected);
      }),
      runs(100),
    );
  });

  test('appear once each, in order', () => {
    const tips = [{ key: 'a' }, { key: 'b' }];
    const first = after([]);
    expect(nextTip(first, tips)?.key).toBe('a');
    const second = advance(first, { type: 'tip-shown', tip: 'a', at });
    expect(nextTip(second, tips)?.key).toBe('b');
    expect(nextTip(advance(second, { type: 'tip-shown', tip: 'b', at }), tips)).toBeNull();
  });
});

describe('two devices', () => {
  const rank = (reached: OnboardingState) =>
    ['not_started', 'in_progress', 'skipped', 'completed'].indexOf(reached.tourStatus);

  test('merge without losing progress or tips, and idempotently', () => {
    fc.assert(
      fc.property(state, state, (here, there) => {
        const both = merge(here, there);
        expect(rank(both)).toBe(Math.max(rank(here), rank(there)));
        expect(new Set(Object.keys(both.tipsShown))).toEqual(
          new Set([...Object.keys(here.tipsShown), ...Object.keys(there.tipsShown)]),
        );
        expect(merge(both, there)).toEqual(both);
        expect(Schema.safeParse(both).success).toBe(true);
      }),
      runs(100),
    );
  });

  test('sync every change except clicks', () => {
    const begun = after([{ type: 'start' }]);
    expect(worthSyncing(begun, advance(begun, { type: 'action' }))).toBe(false);
    expect(worthSyncing(begun, advance(begun, { type: 'next' }))).toBe(true);
  });
});
