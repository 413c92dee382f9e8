import { expect, test } from 'vitest';

test('creates a date format on first use, not when its file is imported', async () => {
  const { DateTimeFormat } = Intl;
  let created = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(format, options) {
      created += 1;
      return Reflect.construct(format, options);
    },
  });
  try {
    const { clockTime } = await import('#features/sessions/times/session-time.ts');
    expect(created).toBe(0);
    expect(clockTime({ local: '2026-11-20T18:30:00+11:00' })).toMatch(/6:30|18:30/);
    clockTime({ local: '2026-11-20T19:00:00+11:00' });
    expect(created).toBe(1);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
});
