import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';
import type { WeeklyHints } from './weekly-hints.repo.ts';

type AtRisk = { list: 'slipping' | 'quiet'; name: string; reason: string; url: string };
/** A figure of the dashboard for the last week, and for the week before; a rate may have nothing to measure. */
type Figure = { value: number | null; previous: number | null };
export type WeeklyNews = {
  figures: Record<'sessions' | 'joins' | 'active_members' | 'new_members' | 'fill_rate', Figure>;
  hints: WeeklyHints;
  atRisk: readonly AtRisk[];
  outcome: { tried: number; came_back: number };
  pageUrl: string;
};

/** 10412 as 10,412. */
const inThousands = (count: number) => count.toLocaleString('en');

function figureOf({ value, previous }: Figure, one: string, many: string) {
  const last = value ?? 0;
  const change = last - (previous ?? 0);
  const note =
    change === 0
      ? 'as many as the week before'
      : `${inThousands(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than the week before`;
  return { value: inThousands(last), label: last === 1 ? one : many, note };
}

/** The first that fits the week, the most useful first. */
export function thingToTry({ figures, hints, outcome, atRisk }: Omit<WeeklyNews, 'pageUrl'>): string {
  const { new_without_session: waiting, full_sessions, fullest } = hints;
  const full = figures.fill_rate.value;
  if (waiting > 0)
    return `${waiting === 1 ? "One new member hasn't" : `${waiting} new members haven't`} joined a session yet. Invite ${waiting === 1 ? 'them' : 'each of them'} to one this week: members who start early are more likely to come back.`;
  if (full_sessions >= 2 && fullest)
    return `${full_sessions} sessions were full last week, ${fullest} most often. Plan one more at that time.`;
  if ((figures.sessions.value ?? 0) >= 5 && full !== null && full < 50)
    return `Sessions were ${Math.round(full)}% full. Merge two quiet ones, so that members meet each other.`;
  if (outcome.came_back > 0)
    return `${outcome.came_back} of ${outcome.tried} members you reached out to came back. Message one more today.`;
  if (atRisk.length > 0) return 'Message one member below today. A personal line works best.';
  return 'Ask a regular to bring a friend this week. Their personal link is in the app, under Friends.';
}

const listWords = { slipping: 'Slipping', quiet: 'Gone quiet' } as const;

/** What happened at the gym, one thing to try, and whom to talk to. */
export function weeklyMail({ brand, firstName, ...news }: Person & WeeklyNews): MailDraft {
  const { figures, atRisk, pageUrl } = news;
  return draft('weekly', `Your week at ${brand.name}`, {
    brand,
    title: `Your week at ${brand.name}`,
    paragraphs: [greeting(firstName), "Here's how last week went."],
    figures: [
      figureOf(figures.sessions, 'session', 'sessions'),
      figureOf(figures.joins, 'spot taken', 'spots taken'),
      figureOf(figures.active_members, 'active member', 'active members'),
      figureOf(figures.new_members, 'new member', 'new members'),
    ],
    callout: { label: 'One thing to try', text: thingToTry(news) },
    itemsTitle: atRisk.length > 0 ? 'Who to talk to' : 'No one seems about to leave. Well done.',
    items: atRisk.map(({ list, name, reason, url }) => ({ label: name, text: `${listWords[list]}. ${reason}`, url })),
    action: { label: 'See members at risk', url: pageUrl },
    footnote: 'Owners get this mail on Mondays. Switch it off under Members at risk.',
  });
}
