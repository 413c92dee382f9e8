// @vitest-environment node
import { login } from '@spotter/contract/auth.ts';
import { expect, test } from 'vitest';
import { contractResolver } from './contract-resolver.ts';

test('checks the form as it was when sent', async () => {
  const rules = Promise.withResolvers<typeof login.body>();
  const resolve = contractResolver<{ email: string; password: string }>(() => rules.promise);
  const values = { email: 'ana at example', password: 'iron bars' };
  const checked = resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  values.email = 'ana@example.com';
  rules.resolve(login.body);
  const { errors } = await checked;
  expect(Object.keys(errors)).toEqual(['email']);
  const again = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  expect(again).toEqual({ values, errors: {} });
});
