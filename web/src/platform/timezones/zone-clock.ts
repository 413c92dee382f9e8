/** The wall clock of a zone at an instant: `offset` in minutes east of Greenwich, and the name of that time. */
export type Clock = { offset: number; name: string };

/** Formatters are expensive to create, so each zone has one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'long',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** Null for a zone this browser doesn't know. */
export function clockAt(zone: string, at: Date): Clock | null {
  try {
    const parts = Object.fromEntries(
      formatterOf(zone)
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    );
    const part = (type: string) => Number(parts[type]);
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return { offset: wall / 60_000 - Math.floor(at.getTime() / 60_000), name: parts.timeZoneName ?? zone };
  } catch {
    return null;
  }
}
