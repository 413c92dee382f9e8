import { GymRegistration } from '@spotter/contract/gyms/gyms.ts';
import { expect, test } from 'vitest';
import {
  emptyGym,
  fieldFor,
  fieldsOfStep,
  type GymValues,
  gymPayload,
  locationNameAfterStep1,
  stepOf,
} from './gym-registration.ts';
import { gymProblems } from './gym-rules.ts';

const filled: GymValues = {
  ...emptyGym,
  organization_name: 'Iron Harbour',
  business_type: 'single',
  country: 'AU',
  business_phone: '+61 2 5550 1234',
  business_email: 'desk@iron.example',
  estimated_members: '51-200',
  location_name: 'Iron Harbour',
  business_address: '1 Wharf Rd, Sydney NSW',
  gym_timezone: 'Australia/Sydney',
  owner_first_name: 'Olga',
  owner_last_name: 'Petrova',
  owner_email: 'olga@iron.example',
  terms_agreed: true,
};

test('sends one name for a single location and both for several', () => {
  const single = gymPayload(filled);
  expect(single).toMatchObject({ gym_name: 'Iron Harbour', gym_amenities: [], operating_hours_weekday: '' });
  expect(single).not.toHaveProperty('organization_name');
  expect(single).not.toHaveProperty('location_name');
  expect(single).not.toHaveProperty('business_website');
  const multiple = gymPayload({ ...filled, business_type: 'multiple', business_website: 'iron.example' });
  expect(multiple).toMatchObject({ organization_name: 'Iron Harbour', location_name: 'Iron Harbour' });
  expect(multiple).not.toHaveProperty('gym_name');
  for (const payload of [single, multiple]) expect(GymRegistration.safeParse(payload).success).toBe(true);
});

test('prefills the location for a single gym only, never over typed text', () => {
  const values = { business_type: 'single', organization_name: ' Iron ', location_name: '' } as const;
  expect(locationNameAfterStep1(values)).toBe('Iron');
  expect(locationNameAfterStep1({ ...values, location_name: 'Wharf' })).toBe('Wharf');
  expect(locationNameAfterStep1({ ...values, business_type: 'multiple' })).toBe('');
});

test('has its own message for every missing field', async () => {
  const problems = await gymProblems(emptyGym);
  expect(problems).toMatchObject({
    organization_name: 'Organization name is required',
    business_type: 'Please select number of locations',
    country: 'Country is required',
    business_phone: 'Phone is required',
    business_email: 'Email is required',
    estimated_members: 'Member estimate is required',
    location_name: 'Location name is required',
    business_address: 'Address is required',
    owner_first_name: 'First name is required',
    owner_last_name: 'Last name is required',
    owner_email: 'Email is required',
    terms_agreed: 'You must agree to the terms',
  });
  expect(problems.business_website).toBeUndefined();
  expect(await gymProblems(filled)).toEqual({});
  expect(await gymProblems({ ...filled, business_type: 'multiple', location_name: ' ' })).toEqual({
    location_name: 'Location name is required',
  });
});

test('assigns each field to a step', () => {
  expect(fieldsOfStep.flat().sort()).toEqual(Object.keys(emptyGym).sort());
  expect([stepOf('organization_name'), stepOf('business_address'), stepOf('owner_email')]).toEqual([0, 1, 2]);
  expect([fieldFor('gym_name'), fieldFor('owner_email'), fieldFor('unknown')]).toEqual([
    'organization_name',
    'owner_email',
    null,
  ]);
});
