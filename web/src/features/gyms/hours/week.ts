import { isRestOfNight } from '@spotter/contract/gyms/open-times.ts';
import type { Answer } from '#platform/api/client.ts';
import { dateFormat } from '#ui/date-format.ts';

export type OpenSpan = { weekday: number; opens: string; closes: string };
/** A closing time that is not after opening is on the next day; 00:00 is midnight. */
export type DraftSpan = { opens: string; closes: string };
/** Monday first. */
export type Week = readonly (readonly DraftSpan[])[];

export type Hours = Answer<'listOperatingHours'>['results'][number];

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const name = dateFormat({ timeZone: 'UTC', weekday: 'long' });
/** 1 January 2024 was a Monday. */
export const dayName = (weekday: number) => name.format(Date.UTC(2024, 0, 1 + weekday));

/** Stored spans as the editor shows them: a night that goes on after midnight is one span of the day it began. */
export function weekOf(hours: readonly OpenSpan[]): Week {
  const days = DAYS.map((weekday) =>
    hours.filter((span) => span.weekday === weekday).toSorted((a, b) => (a.opens < b.opens ? -1 : 1)),
  );
  const continued = new Set<OpenSpan>();
  const drafts = DAYS.map((weekday) =>
    (days[weekday] ?? []).map((span) => {
      if (span.closes !== '24:00') return { span, opens: span.opens, closes: span.closes };
      const next = days[(weekday + 1) % 7]?.find((morning) => isRestOfNight(morning, [span]));
      if (!next) return { span, opens: span.opens, closes: '00:00' };
      continued.add(next);
      return { span, opens: span.opens, closes: next.closes };
    }),
  );
  return drafts.map((spans) =>
    spans.filter(({ span }) => !continued.has(span)).map(({ opens, closes }) => ({ opens, closes })),
  );
}

/** The editor's spans as they are stored: each ends with its day. */
export const hoursOf = (week: Week): OpenSpan[] =>
  week
    .flatMap((spans, weekday) =>
      spans.flatMap(({ opens, closes }): OpenSpan[] => {
        if (closes > opens) return [{ weekday, opens, closes }];
        const night = { weekday, opens, closes: '24:00' };
        return closes === '00:00' ? [night] : [night, { weekday: (weekday + 1) % 7, opens: '00:00', closes }];
      }),
    )
    .toSorted((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1));

/** Why a week can't be saved, by weekday. */
export function problemsOf(week: Week): Record<number, string> {
  const problems: Record<number, string> = {};
  for (const [weekday, spans] of week.entries())
    if (spans.some(({ opens, closes }) => !opens || !closes)) problems[weekday] = 'Enter both times';
  const hours = hoursOf(week);
  for (const [index, span] of hours.entries())
    if (hours.some((other, place) => place > index && other.weekday === span.weekday && other.opens < span.closes))
      problems[span.weekday] ??= 'These hours overlap';
  return problems;
}

export const isNight = ({ opens, closes }: DraftSpan) => closes !== '00:00' && closes <= opens;
