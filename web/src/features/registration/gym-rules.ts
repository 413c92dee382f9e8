import type { GymField, GymValues } from './gym-registration.ts';

/** The contract's rules, loaded on the first check. Both names are required even if the payload drops one. */
export async function gymProblems(values: GymValues): Promise<Partial<Record<GymField, string>>> {
  const { GymRegistration } = await import('@spotter/contract/gyms/gyms.ts');
  const result = GymRegistration.safeParse(values);
  const problems: Partial<Record<GymField, string>> = {};
  if (!result.success) for (const { path, message } of result.error.issues) problems[path[0] as GymField] ??= message;
  return problems;
}
