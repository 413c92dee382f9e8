// @vitest-environment node
import { login } from '@spotter/contract/auth.ts';
import { expect, test } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { contractResolver, serverFieldErrors } from './contract-resolver.ts';

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

test("the server's errors are found by the form's own field, the first of several", () => {
  const details = { owner_email: ['Already used'], email: ['Not valid'], plan: [] };
  const error = new ApiError({ status: 400, code: 'validation_failed', message: 'Please check', details });
  const onForm = (field: string) => field.replace('owner_', '');
  expect([...serverFieldErrors(error, onForm)]).toEqual([['email', 'Already used']]);
  expect(serverFieldErrors(new Error('No connection')).size).toBe(0);
});
