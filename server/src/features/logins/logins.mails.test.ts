import { expect, it } from 'vitest';
import { spotterBrand } from '#platform/mail/layout.ts';
import {
  newVerificationCodeMail,
  passwordChangedMail,
  passwordResetMail,
  verificationCodeMail,
} from './logins.mails.ts';

const person = { brand: { ...spotterBrand, name: 'Iron Harbour' }, firstName: 'Ana' };

const mails = [
  verificationCodeMail({ ...person, code: '123456' }),
  newVerificationCodeMail({ ...person, code: '123456' }),
  passwordResetMail({ ...person, url: 'https://x.example/123456', validFor: '1 hour' }),
  passwordChangedMail({ ...person, resetUrl: 'https://x.example/123456' }),
];

it.each(mails)('$kind is in the brand, and complete in both forms', ({ kind, subject, text, html }) => {
  // A long name would push the code out of a phone's list of mails.
  if (kind === 'verification_code') expect(subject).toMatch(/^123456 is your (new )?sign-up code$/);
  else expect(subject).toContain('Iron Harbour');
  for (const form of [text, html]) {
    // Whether the address of a code is Ana's is what the code finds out.
    expect(form).toContain(kind === 'verification_code' ? 'Hello,' : 'Hi Ana,');
    expect(form).toContain('123456');
    expect(form).toContain('Iron Harbour');
    expect(form).not.toContain('undefined');
  }
});
