export const sessionKeys = {
  all: ['sessions'] as const,
  lists: ['sessions', 'list'] as const,
  details: ['sessions', 'detail'] as const,
  detail: (id: string) => ['sessions', 'detail', id] as const,
  proposals: (id: string) => ['sessions', 'proposals', id] as const,
  timeCheck: (id: string, wall: string) => ['sessions', 'check-time', id, wall] as const,
  finishes: ['sessions', 'finishes'] as const,
  sentInvites: ['sessions', 'sent-invites'] as const,
  list: (name: string, ...by: (string | null)[]) => ['sessions', 'list', name, ...by] as const,
};
