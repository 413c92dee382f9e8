import { expect, it } from 'vitest';
import { spotterBrand } from '#platform/mail/layout.ts';
import { welcomeMail } from './registration.mails.ts';

const welcome = (name: string) =>
  welcomeMail({
    brand: { ...spotterBrand, name },
    firstName: 'Ana',
    setupCode: '123456',
    setupUrl: 'https://x.example/login?setup=true',
  });

it('the welcome is in the brand, and complete in both forms', () => {
  const { subject, text, html } = welcome('Iron Harbour');
  expect(subject).toContain('Iron Harbour');
  for (const form of [text, html]) {
    for (const part of ['Hi Ana,', '123456', 'Iron Harbour']) expect(form).toContain(part);
    expect(form).not.toContain('undefined');
  }
});

it('keeps a subject to one line, whatever the gym is called', () => {
  expect(welcome('A\r\nBcc: x').subject).toBe('Welcome to A Bcc: x');
});
