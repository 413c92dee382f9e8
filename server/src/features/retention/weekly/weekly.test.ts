import { expect, test } from 'vitest';
import { spotterBrand } from '#platform/mail/layout.ts';
import { weeklyMail } from './weekly.mails.ts';

test('writes large figures with separators', () => {
  const none = { value: 0, previous: 0 };
  const { text, html } = weeklyMail({
    brand: spotterBrand,
    firstName: 'Olga',
    figures: {
      sessions: { value: 1284, previous: 51 },
      ...{ joins: none, active_members: none, new_members: none, fill_rate: none },
    },
    hints: { new_without_session: 0, full_sessions: 0, fullest: null },
    atRisk: [],
    outcome: { tried: 0, came_back: 0 },
    pageUrl: 'https://gym.example/at-risk',
  });
  for (const body of [text, html]) {
    expect(body).toContain('1,284');
    expect(body).toContain('1,233 more than the week before');
  }
});
