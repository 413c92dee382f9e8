import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';
import type { Figure, WeeklyFigures } from './weekly-figures.ts';

type AtRisk = { name: string; reason: string; url: string };
export type WeeklyNews = {
  figures: WeeklyFigures;
  atRisk: readonly AtRisk[];
  outcome: { tried: number; came_back: number };
  pageUrl: string;
};

/** '34 sessions (4 more than the week before)'. */
function inWords({ last, before }: Figure, one: string, many: string): string {
  const change = last - before;
  const compared =
    change === 0
      ? 'as many as the week before'
      : `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} than the week before`;
  return `${last} ${last === 1 ? one : many} (${compared})`;
}

/** The first that fits the week, the most useful first. */
export function thingToTry({ figures, outcome, atRisk }: Omit<WeeklyNews, 'pageUrl'>): string {
  const { new_without_session: waiting, full_sessions, fullest, spots, visits, sessions } = figures;
  if (waiting > 0)
    return `${waiting === 1 ? 'One new member hasn’t' : `${waiting} new members haven’t`} joined a session yet. Invite ${waiting === 1 ? 'them' : 'each of them'} to one this week: a first session soon makes the second likelier.`;
  if (full_sessions >= 2 && fullest)
    return `${full_sessions} sessions were full last week, ${fullest} most often. Plan one more at that time.`;
  if (sessions.last >= 5 && visits.last < spots / 2)
    return `Sessions were ${Math.round((100 * visits.last) / spots)} % full. Merge two quiet ones, so that members meet each other.`;
  if (outcome.came_back > 0)
    return `${outcome.came_back} of ${outcome.tried} members you reached out to came back. Write to one more today.`;
  if (atRisk.length > 0) return 'Write to one member below today. A few words of your own work best.';
  return 'Ask a regular to bring a friend this week. Their personal link is in the app, under Friends.';
}

/** What happened at the gym, one thing to try, and whom to talk to. */
export function weeklyMail({ brand, firstName, ...news }: Person & WeeklyNews): MailDraft {
  const { figures, atRisk, pageUrl } = news;
  const week = [
    inWords(figures.sessions, 'session', 'sessions'),
    inWords(figures.visits, 'visit', 'visits'),
    inWords(figures.members, 'member trained', 'members trained'),
    inWords(figures.joined, 'new member', 'new members'),
  ];
  return draft('weekly', `Your week at ${brand.name}`, {
    brand,
    title: `Your week at ${brand.name}`,
    paragraphs: [
      greeting(firstName),
      `Last week: ${week.slice(0, -1).join(', ')}, and ${week.at(-1)}.`,
      `One thing to try: ${thingToTry(news)}`,
      atRisk.length > 0 ? 'Whom to talk to:' : 'Nobody seems about to leave. Well done.',
    ],
    items: atRisk.map(({ name, reason, url }) => ({ label: name, text: reason, url })),
    action: { label: 'See members at risk', url: pageUrl },
    footnote: 'Owners get this mail on Mondays. Switch it off under Members at risk.',
  });
}
