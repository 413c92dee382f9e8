import type { memberRanges } from '@spotter/contract/gyms/member-ranges.ts';
/** The fields of all three steps. */
export const emptyGym = {
  organization_name: '',
  business_type: '' as '' | 'single' | 'multiple',
  country: '',
  business_phone: '',
  business_email: '',
  business_website: '',
  estimated_members: '' as '' | (typeof memberRanges)[number],
  location_name: '',
  business_address: '',
  gym_timezone: '',
  owner_first_name: '',
  owner_last_name: '',
  owner_email: '',
  terms_agreed: false,
};
export type GymValues = typeof emptyGym;
export type GymField = keyof GymValues;

export const steps = ['Information', 'Location', 'Account Setup'] as const;

export const fieldsOfStep: readonly (readonly GymField[])[] = [
  [
    'organization_name',
    'business_type',
    'country',
    'business_phone',
    'business_email',
    'business_website',
    'estimated_members',
  ],
  ['location_name', 'business_address', 'gym_timezone'],
  ['owner_first_name', 'owner_last_name', 'owner_email', 'terms_agreed'],
];

const isField = (name: string): name is GymField => name in emptyGym;

/** The form's field for a server field; null if no step has it. */
export function fieldFor(name: string): GymField | null {
  if (name === 'gym_name') return 'organization_name';
  return isField(name) ? name : null;
}

export const stepOf = (field: GymField) => fieldsOfStep.findIndex((fields) => fields.includes(field));

/** After step 1, a single location takes the organization's name. */
export const locationNameAfterStep1 = (
  values: Pick<GymValues, 'business_type' | 'organization_name' | 'location_name'>,
) =>
  values.business_type === 'single' && values.location_name.trim() === ''
    ? values.organization_name.trim()
    : values.location_name;

/** For a single location `gym_name` is the organization's name, and the two other names are dropped. */
export function gymPayload(values: GymValues) {
  const { organization_name, location_name, business_website, ...rest } = values;
  const names =
    values.business_type === 'single' ? { gym_name: organization_name } : { organization_name, location_name };
  return {
    ...rest,
    ...names,
    ...(business_website.trim() === '' ? {} : { business_website }),
    gym_amenities: [],
    workout_types: [],
    operating_hours_weekday: '',
    operating_hours_weekend: '',
  };
}
