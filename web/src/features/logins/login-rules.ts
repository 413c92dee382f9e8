import { longestInviteCode, passwordLength } from '@spotter/contract/limits.ts';
/** Section 5's sign-in rules, checked before the server decides. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : 'Invalid email address';
}

export function passwordProblem(password: string, setup: boolean): string | null {
  if (password !== '') return null;
  return setup ? 'Setup code is required' : 'Password is required';
}

export const newPasswordProblem = (password: string): string | null =>
  password.length < passwordLength.least ? `Password must be at least ${passwordLength.least} characters` : null;

export const confirmProblem = (password: string, confirm: string): string | null =>
  password === confirm ? null : 'Passwords do not match';

/** No code has a space in it; one read off a poster is often typed with some. */
export const inviteCodeTyped = (text: string) => text.replaceAll(/\s/g, '').toUpperCase().slice(0, longestInviteCode);
