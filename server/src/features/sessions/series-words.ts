const days: Record<string, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const units: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' });

/** A repeat rule as a person would say it: 'Every 2 weeks on Tuesday and Thursday'. */
export function ruleInWords(rule: string): string {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]));
  const unit = units[parts.FREQ ?? ''];
  if (!unit) return 'Repeats';
  const every = Number(parts.INTERVAL ?? 1);
  const on = (parts.BYDAY ?? '').split(',').flatMap((day) => days[day.replace(/^[+-]?\d+/, '')] ?? []);
  return `Every ${every === 1 ? unit : `${every} ${unit}s`}${on.length > 0 ? ` on ${list.format(on)}` : ''}`;
}
