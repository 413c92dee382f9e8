const INVITE_TYPES = ['org', 'session', 'friend'] as const;

export type InviteType = (typeof INVITE_TYPES)[number];

export const isInviteType = (value: unknown): value is InviteType => INVITE_TYPES.some((type) => type === value);
