import { type AuditEdit, editsOf } from '#platform/audit-edits.ts';

type Span = { opens: string; closes: string };
type WeeklySpan = Span & { weekday: number };

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const CLOSED = 'Closed';

const spansText = (spans: readonly Span[]) =>
  spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', ') || CLOSED;

/** The days whose weekly hours changed, for the log. */
export function hoursEdits(before: readonly WeeklySpan[], after: readonly WeeklySpan[], prefix = ''): AuditEdit[] {
  const open = (spans: readonly WeeklySpan[], day: number) =>
    spansText(spans.filter(({ weekday }) => weekday === day).sort((a, b) => a.opens.localeCompare(b.opens)));
  return editsOf(weekdays.map((name, day) => [`${prefix}${name}`, open(before, day), open(after, day)]));
}

type Override = {
  from: string;
  to: string;
  reason: string;
  opens: string | null;
  closes: string | null;
  more_hours: readonly Span[];
};

const daysText = ({ from, to }: Override) => (from === to ? from : `${from} to ${to}`);
const openText = ({ opens, closes, more_hours }: Override) =>
  opens === null || closes === null ? CLOSED : spansText([{ opens, closes }, ...more_hours]);

/** What became of special hours, for the log. */
export const overrideEdits = (before: Override | null, after: Override | null): AuditEdit[] =>
  editsOf([
    ['Days', before && daysText(before), after && daysText(after)],
    ['Hours', before && openText(before), after && openText(after)],
    ['Reason', before?.reason, after?.reason],
  ]);
