/** Apart, because the live events of every member load it. */
export const demoKeys = { path: ['demo', 'path'] as const };
