const minute = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string) {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** What a clock on the wall of that zone shows: the day, and the time as HH:MM. */
export function wallClock(at: Date, zone: string): { day: string; time: string } {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/** The moment at which clocks in that zone show this. A time skipped by daylight saving becomes the one an hour later. */
export function momentOf(day: string, time: string, zone: string): Date {
  const asUtc = new Date(`${day}T${time}:00Z`).getTime();
  const offsetAt = (at: number) => {
    const shown = wallClock(new Date(at), zone);
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - at;
  };
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * minute).toISOString().slice(0, 10);
}

export function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * minute);
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** HH:MM a number of minutes later on the same day; past the end of the day it goes on counting, so that it compares. */
export function laterOn(time: string, minutes: number): string {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  const total = hours * 60 + rest + minutes;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
