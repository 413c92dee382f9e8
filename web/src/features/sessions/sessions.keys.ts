export const sessionKeys = {
  all: ['sessions'] as const,
  /** Of mutations: of every session, and of one. */
  mutations: ['session-mutations'] as const,
  mutationsOf: (id: string) => ['session-mutations', id] as const,
  lists: ['sessions', 'list'] as const,
  details: ['sessions', 'detail'] as const,
  detail: (id: string) => ['sessions', 'detail', id] as const,
  proposals: (id: string) => ['sessions', 'proposals', id] as const,
  timeCheck: (id: string, wall: string) => ['sessions', 'check-time', id, wall] as const,
  finishes: ['sessions', 'finishes'] as const,
  list: (name: string, ...by: (string | null)[]) => ['sessions', 'list', name, ...by] as const,
};
