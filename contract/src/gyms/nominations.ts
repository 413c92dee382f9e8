import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Email, Id, Instant, line, name, paragraph, phone, WebAddress } from '../api/primitives.ts';
import { longestAddress, longestName, longestNominationComment, longestPersonName } from '../limits.ts';

export const GymNomination = z
  .object({
    nominator_first_name: name({ max: longestPersonName, required: 'Name is required' }),
    nominator_last_name: name({ max: longestPersonName }).default(''),
    nominator_email: Email,
    nominator_phone: phone().optional(),
    contact_preference: z.enum(['email', 'phone'], { error: 'Please select a contact preference' }).default('email'),
    gym_name: name({ max: longestName, required: 'Gym name is required' }),
    gym_address: line({ max: longestAddress, required: 'Address is required' }),
    gym_phone: phone().optional(),
    gym_website: WebAddress.optional(),
    comments: paragraph({ max: longestNominationComment, required: 'Please tell us why' }),
  })
  .refine((form) => form.contact_preference !== 'phone' || Boolean(form.nominator_phone), {
    path: ['nominator_phone'],
    error: 'Phone is required',
  })
  .meta({ id: 'GymNomination' });

export const nominateGym = endpoint({
  method: 'POST',
  path: '/gyms/nominations/',
  access: 'public',
  summary: 'Nominate a gym that is not on Spotter yet.',
  body: GymNomination,
  returns: z.object({ success: z.literal(true), nomination_id: Id }),
  status: 201,
  limit: 'gym',
});

const NominationStatus = z.enum(['new', 'contacted', 'registered', 'declined']);
const Nomination = z
  .object({
    ...GymNomination.shape,
    // Stored before names were checked for addresses.
    ...{ nominator_first_name: z.string(), nominator_last_name: z.string(), gym_name: z.string() },
    id: Id,
    status: NominationStatus,
    became: z.object({ id: Id, name: z.string() }).optional().describe('The organization it became.'),
    created_at: Instant,
  })
  .meta({ id: 'Nomination' });

export const listNominations = endpoint({
  method: 'GET',
  path: '/super-admin/nominations/',
  access: 'super_admin',
  summary: 'Gyms that visitors nominated, newest first.',
  query: pageQuery(50).extend({ status: NominationStatus.optional() }),
  returns: pageOf(Nomination),
});

export const updateNomination = endpoint({
  method: 'PATCH',
  path: '/super-admin/nominations/:id/',
  access: 'super_admin',
  summary: 'Set the status of a nomination.',
  params: byId,
  body: z.object({
    status: NominationStatus,
    seen_status: NominationStatus.optional().describe('The status that was seen; another one is refused.'),
  }),
  returns: Nomination,
  errors: ['nomination_not_found', 'changed_meanwhile'],
});
