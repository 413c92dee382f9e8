import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });

const many = <T>(length: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length }, (_, index) => make(index)));
const tally = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const wifi = { headers: { 'x-forwarded-for': '198.51.100.60' } };
const password = 'kettle bells at noon';
const register = (email: string, invite_code?: string) =>
  app().visitor.register({
    body: { email, password, password_confirm: password, first_name: 'G', last_name: 'H', invite_code },
    ...wifi,
  });

test('a gym behind one address registers 200 people in an hour and signs them in, while guessing stays limited', {
  timeout: 120_000,
}, async () => {
  const { visitor } = app();
  const answers = [];
  for (let batch = 0; batch < 200; batch += 25)
    answers.push(...(await many(Math.min(25, 200 - batch), (n) => register(`guest${batch + n}@open-day.example`))));
  expect(tally(answers)).toEqual({ 201: 200 });
  const signedIn = await many(40, (n) =>
    visitor.login({ body: { email: `guest${n}@open-day.example`, password }, ...wifi }),
  );
  expect(tally(signedIn)).toEqual({ 200: 40 });
  expect(tally(await many(70, (n) => register(`guess${n}@open-day.example`, `GUESS-${n}`)))).toEqual({
    400: 60,
    429: 10,
  });
});
