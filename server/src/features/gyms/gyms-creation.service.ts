import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { insertGym } from './gyms.repo.ts';
import { insertHours } from './hours.repo.ts';

const weekdayHours = { opens: '06:00', closes: '22:00' };
const weekendHours = { opens: '08:00', closes: '20:00' };
const firstHours = Array.from({ length: 7 }, (_, weekday) => ({
  weekday,
  ...(weekday < 5 ? weekdayHours : weekendHours),
}));

type NewGym = { organizationId: string; name: string; address: string; timezone: string; phone?: string | null };

/** A new location, with default opening hours until its admins change them. */
export async function openGym(tx: Db, { organizationId, name, address, timezone, phone }: NewGym): Promise<string> {
  const id = newId();
  await insertGym(tx, { organization_id: organizationId, id, name, address, timezone, phone: phone || null });
  await insertHours(tx, { organizationId, gymIds: [id], hours: firstHours });
  return id;
}
