/** Section 5's rules for signing in. The server has the last word; these answer before it is asked. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : 'Invalid email address';
}

export function passwordProblem(password: string, setup: boolean): string | null {
  if (password !== '') return null;
  return setup ? 'Setup code is required' : 'Password is required';
}

const PASSWORD_MIN = 8;

export const newPasswordProblem = (password: string): string | null =>
  password.length < PASSWORD_MIN ? 'Password must be at least 8 characters' : null;

export const confirmProblem = (password: string, confirm: string): string | null =>
  password === confirm ? null : 'Passwords do not match';

export const INVITE_CODE_MAX = 20;

export const inviteCodeTyped = (text: string) => text.toUpperCase().slice(0, INVITE_CODE_MAX);
