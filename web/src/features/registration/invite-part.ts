/** The part of an invite that a registration needs. */
export type RegistrationInvite = {
  type: 'session' | 'friend' | 'org';
  code: string;
  referrerCode?: string;
  gymOptions?: { id: string; name: string }[];
};

/** The fields that each kind of invite adds to a registration. */
export function invitePart(invite: RegistrationInvite | null, gymId: string | null) {
  if (!invite) return {};
  if (invite.type === 'session')
    return { invite_type: 'session', session_token: invite.code, referrer_code: invite.referrerCode } as const;
  if (invite.type === 'friend') return { invite_type: 'friend', referrer_code: invite.code } as const;
  return { invite_type: 'org', invite_code: invite.code, gym_id: gymId ?? undefined } as const;
}

/** A single location needs no choice. With several, a missing choice is an error. */
export function chosenGym(invite: RegistrationInvite | null, chosen: string | null): string | null {
  const options = invite?.type === 'org' ? (invite.gymOptions ?? []) : [];
  if (options.length === 1) return options[0]?.id ?? null;
  return options.some(({ id }) => id === chosen) ? chosen : null;
}

export const mustChooseGym = (invite: RegistrationInvite | null) =>
  invite?.type === 'org' && (invite.gymOptions?.length ?? 0) > 1;
