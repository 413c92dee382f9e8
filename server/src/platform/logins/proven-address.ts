/** A code or link that came by mail was used: the address is the member's own. */
export const provenAddress = { email_verified: true, email_vouched: false } as const;

/** Whether a person has answered from their address. */
export const hasProvenAddress = (user: { email_verified: boolean; email_vouched: boolean }): boolean =>
  user.email_verified && !user.email_vouched;

/** SQL for the same. Staff may also mark an address as verified: a mail to it is still one to a stranger. */
export const hasProvenAddressSql = (user: string) => `(${user}.email_verified and not ${user}.email_vouched)`;
