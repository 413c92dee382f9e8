import { expect, test } from 'vitest';
import { startTestApp } from '#testing/app.ts';

test('limits of demos hold against a thousand starts from one address', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const admin = await limited.as(limited.cast.sam);
    const before = (await admin.updateDemoLimits({ body: { at_once: null, per_address: 3 } })).body.running;
    const first = await Promise.all(Array.from({ length: 5 }, () => limited.visitor.startDemo()));
    const refused = first.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(2);
    for (const { status, error, headers } of refused) {
      expect([status, error.code, error.error]).toEqual([429, 'too_many_demos', 'Failed to start demo session']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const rest = await Promise.all(Array.from({ length: 995 }, () => limited.visitor.startDemo()));
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await admin.getDemoLimits()).body.running).toBe(before + 3);
  } finally {
    await limited.stop();
  }
});
