import { roleName } from '@spotter/contract/roles.ts';
import { type AuditEdit, editsOf } from '#platform/audit-edits.ts';
import type { AdminUser } from './accounts.read.ts';

const capital = (word: string | null) => word && word.charAt(0).toUpperCase() + word.slice(1);
const named = (things: readonly { name: string }[]) => things.map(({ name }) => name).join(', ');

/** What staff changed, for the log. */
export function accountEdits(before: AdminUser, after: AdminUser): AuditEdit[] {
  const managed = ({ role, gyms, managed_gym_ids }: AdminUser) =>
    role === 'gym_admin' ? named(gyms.filter(({ id }) => managed_gym_ids.includes(id))) : '';
  return editsOf([
    ['First name', before.first_name, after.first_name],
    ['Last name', before.last_name, after.last_name],
    ['Email', before.email, after.email],
    ['Phone', before.phone, after.phone],
    ['Fitness level', capital(before.fitness_level), capital(after.fitness_level)],
    ['Role', roleName(before.role), roleName(after.role)],
    ['Locations', named(before.gyms), named(after.gyms)],
    ['Manages', managed(before), managed(after)],
    ['Home location', before.default_gym?.name, after.default_gym?.name],
    ['Can sign in', before.is_active, after.is_active],
    ['Email verified', before.email_verified, after.email_verified],
    ['Onboarding completed', before.onboarding_completed, after.onboarding_completed],
  ]);
}
