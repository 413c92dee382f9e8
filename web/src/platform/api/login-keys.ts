export const loginKeys = { me: ['me'] as const, gymConfig: ['gym-config'] as const };
