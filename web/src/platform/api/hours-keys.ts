/** Members plan with a gym's hours and admins edit them, in queries of their own. A live event about hours concerns both. */
export const hoursKeys = {
  all: ['opening-hours'] as const,
  ofGym: (gymId: string) => ['opening-hours', gymId] as const,
  weekly: (organizationId: string) => ['opening-hours', 'weekly', organizationId] as const,
  overrides: (organizationId: string, gymId: string) => ['opening-hours', 'overrides', organizationId, gymId] as const,
};
