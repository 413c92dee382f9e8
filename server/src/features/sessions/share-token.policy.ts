import { randomBytes } from 'node:crypto';

/** A session's public link is its token, so it is too long to guess. */
export const newShareToken = () => randomBytes(16).toString('base64url');
