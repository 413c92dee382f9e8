import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Texts fixed by the product specification, by section, used exactly as written there. */
const fixedTexts = {
  'screens and routes': [
    'Starting Demo Session',
    'Setting up your demo environment...',
    'Complete Account Setup',
    'Enter the setup code from your welcome email',
    'Join with Invite Code',
    'Have an invite code?',
    'Back to sign in',
    'Request your gym',
    'TEST MODE: Profile Incomplete',
    'Exit Test Mode',
    'Complete Registration',
    'Back to Homepage',
    'Join Up',
    'Join Now',
    'Go to App',
    'Connect',
    'Accept Invitation',
    'Join Session',
    'Your Information',
    'Gym Information',
    'Tell Us More',
    "How We'll Contact You",
    'Something went wrong',
    'Try Again',
    'Home',
    'Support',
    'Copy Debug Info',
    'Update Available!',
  ],
  // 'Invalid or expired invite code' has no full stop there; screens always use the sentence of the error catalogue.
  'validation rules': [
    'Email is required',
    'Invalid email address',
    'Password is required',
    'Setup code is required',
    'Please enter an invite code',
    'An invite code is required to complete registration',
    'Organization name is required',
    'Please select number of locations',
    'Country is required',
    'Phone is required',
    'Member estimate is required',
    'Location name is required',
    'Address is required',
    'First name is required',
    'Last name is required',
    'You must agree to the terms',
    'Invalid phone number',
    'Password must be at least 8 characters',
    'Passwords do not match',
    'Weak',
    'Fair',
    'Good',
    'Strong',
    'Please select a location',
    'Please select your business type',
    'Please fill in all location details',
    'Name is required',
    'Gym name is required',
    'Please tell us why',
    'Please select a contact preference',
  ],
  'error catalogue': [
    'Failed to login. Please try again.',
    'Failed to sign in with Google',
    'Failed to link Google account',
    'Unable to link account - please try again',
    'Unable to link account',
    'Failed to connect to Google',
    'Failed to get authentication token from Google',
    'Sign in was cancelled',
    'Apple login endpoint not found on server',
    'Server error during Apple login',
    'Apple Sign In failed',
    'No identity token received from Apple',
    'Failed to start demo session',
    'Failed to start demo. Please try again.',
    'Failed to register gym. Please try again.',
    'Registration failed. Please try again.',
    'Failed to submit nomination. Please try again.',
    'Invalid verification code. Please try again.',
    'Failed to resend verification code. Please try again.',
    'Failed to complete onboarding. Please try again.',
    'Failed to complete registration.',
    'Invalid or expired invite code.',
    'Invalid friend invite.',
    'Invalid invite link',
    'Session not found or link has expired.',
    'This invite link is invalid or has expired',
    'Unable to validate invite',
    "You're already in this session!",
    "You're already friends!",
    'Session is full',
    'Failed to process invite',
    "We're sorry, but something unexpected happened. Please try refreshing the page or contact support if the problem continues.",
    'Copied!',
  ],
};

const root = join(import.meta.dirname, '..');
const source = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/[.]test[.]tsx?$|\/testing\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  // JSX breaks long texts over lines, and strings escape their quotes.
  .replace(/\s+/g, ' ')
  .replaceAll("\\'", "'")
  .replaceAll('&apos;', "'");

test.each(Object.entries(fixedTexts))('keeps every text the specification fixes: %s', (_section, texts) => {
  // A text must stand alone between quotes or tags, not inside a longer sentence.
  const isMissing = (text: string) => !new RegExp(`['"\`>] ?${text.replace(/[.?!]/g, '\\$&')} ?['"\`<{]`).test(source);
  expect(texts.filter(isMissing)).toEqual([]);
});
