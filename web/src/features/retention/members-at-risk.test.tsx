import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { MembersAtRiskPage } from '#routes/admin/members-at-risk-page.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import type { MemberAtRisk } from './retention.queries.ts';

const card = (id: string, first_name: string) => ({
  ...{ id, first_name, last_name: 'Alvarez', avatar_url: null, avatar_color: '#7C3AED', fitness_level: null },
});
const ana: MemberAtRisk = {
  person: card('ana', 'Ana'),
  list: 'slipping',
  probability: 0.634,
  level: 'likely',
  reason: 'Trained twice a week until October, nothing for 19 days; their usual partner stopped too',
  factors: [{ name: 'recency', text: 'Last session 19 days ago', raises: true }],
  last_session_at: '2026-10-28T08:00:00Z',
  remedies: [],
  can_message: true,
  can_invite: true,
  can_ask_friend: true,
};

let members: MemberAtRisk[];
let outcome: object;
let model: object;
let predicted: object[];
let requests: ReturnType<typeof signIn>;
const sent = (call: string) => requests.find(({ method, path }) => `${method} ${path.split('?')[0]}` === call)?.body;

beforeEach(() => {
  members = [ana];
  outcome = { tried: 12, came_back: 7, latest: [{ person: card('ben', 'Ben'), kind: 'message', days: 3 }] };
  model = { is_own: true, made_at: '2026-11-16T03:00:00Z', lacks: null, weeks: 52, members: 310, leavers: 96 };
  predicted = [];
  const olga = person({ id: 'olga', first_name: 'Olga', role: 'org_admin' });
  requests = signIn(
    () => olga,
    ({ method, path }) => {
      switch (`${method} ${path.split('?')[0]}`) {
        case 'GET /users/me/preferences/':
        case 'PUT /users/me/preferences/':
          return Response.json({ notifications: {}, weekly_mail: method === 'GET' });
        case 'GET /analytics/at-risk/':
          return Response.json({
            ...{ count: members.length, next: null, previous: null, results: members },
            ...{ computed_at: '2026-11-16T03:00:00Z', outcome, model, predicted },
            counts: { slipping: members.length, quiet: 0 },
          });
        case 'GET /analytics/at-risk/ana/sessions/':
          return Response.json({
            results: [
              {
                ...{
                  id: 'leg-day',
                  title: 'Leg day',
                  workout_type: 'strength',
                  gym: { id: 'gym', name: 'Barangaroo' },
                  available_spots: 1,
                },
                start_time: {
                  ...{ utc: '2026-11-20T07:00:00Z', local: '2026-11-20T18:00:00+11:00' },
                  ...{ timezone: 'Australia/Sydney', relative: 'in 4 days' },
                },
                is_usual_time: true,
              },
            ],
          });
        case 'POST /analytics/at-risk/ana/message/':
        case 'POST /analytics/at-risk/ana/invite/':
        case 'POST /analytics/at-risk/ana/ask-friend/':
          members = [{ ...ana, remedies: [{ kind: 'message', tried_at: new Date().toISOString() }] }];
          return Response.json({ risk: members[0] });
        case 'POST /analytics/at-risk/ana/dismiss/':
          members = [];
          return new Response(null, { status: 204 });
        case 'DELETE /analytics/at-risk/ana/dismiss/':
          members = [ana];
          return new Response(null, { status: 204 });
        default:
          return undefined;
      }
    },
  );
});

const open = async () => {
  renderAt(
    '/risk',
    <Route
      path="/risk"
      element={
        <SignedIn>
          <MembersAtRiskPage />
        </SignedIn>
      }
    />,
  );
  return within(await screen.findByRole('list', { name: 'Slipping' }));
};

test('says how likely, why, and what came of earlier remedies', async () => {
  const list = await open();
  list.getByText('Likely to leave · 63%');
  list.getByText(/^Trained twice a week until October/);
  screen.getByText('7 of 12 came back');
  screen.getByText('Came back 3 days after your message');
});

test('says in words who is at risk, without percentages, until the gym has a history of its own', async () => {
  members = [
    { ...ana, probability: null },
    { ...ana, person: card('cleo', 'Cleo'), list: 'quiet', probability: null },
  ];
  model = { is_own: false, made_at: '2026-11-16T03:00:00Z', lacks: 'leavers', weeks: 40, members: 90, leavers: 12 };
  const list = await open();
  list.getByText('Slipping');
  within(screen.getByRole('list', { name: 'Gone quiet' })).getByText('At risk');
  screen.getByText(/^No percentages yet\. We learn from members who left, and need about 75\. So far: 12\.$/);
  expect(screen.queryByText(/%/)).toBeNull();
});

test.each([
  ['weeks', /^No percentages yet\. We need about 6 months of training/],
  ['check_ins', /^No percentages\. Most spots here come with a repeating session, and hardly anyone checks in/],
  ['any_leavers', /^No percentages yet\. No one has left so far/],
  ['stayers', /^No percentages\. Nearly everyone left/],
] as const)('says what the history lacks: %s', async (lacks, words) => {
  members = [{ ...ana, probability: null }];
  model = { is_own: false, made_at: '2026-11-16T03:00:00Z', lacks, weeks: 9, members: 90, leavers: 0 };
  await open();
  screen.getByText(words);
});

test('says how well it predicted, and what the percentages come from', async () => {
  predicted = [
    { month: '2026-10', named: 23, left: 11 },
    { month: '2026-09', named: 8, left: 0 },
  ];
  await open();
  screen.getByText('Of 23 members we named in October, 11 left');
  screen.getByText('Of 8 members we named in September, none left');
  screen.getByText(/^Percentages come from your own history: 12 months, 310 members, 96 of whom left/);
});

test('sends the prepared message as the admin changed it', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Message Ana Alvarez' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Message Ana' }));
  const field = dialog.getByLabelText(/^Message/);
  expect((field as HTMLTextAreaElement).value).toMatch(/^Hi Ana,/);
  await user.clear(field);
  expect(dialog.getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', true);
  await user.type(field, 'Coffee?');
  await user.click(dialog.getByRole('button', { name: 'Send message' }));
  await screen.findByText('Message sent to Ana');
  expect(sent('POST /analytics/at-risk/ana/message/')).toMatchObject({ content: 'Coffee?' });
  await screen.findByText('Messaged today');
});

test('invites to a session that fits', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Invite Ana Alvarez to a session' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Ana' }));
  await dialog.findByText('Usual time');
  dialog.getByText('1 spot left');
  dialog.getByText('Barangaroo');
  await user.click(dialog.getByRole('button', { name: 'Invite to Leg day' }));
  await screen.findByText('Invited Ana');
  expect(sent('POST /analytics/at-risk/ana/invite/')).toEqual({ session_id: 'leg-day' });
});

test('asks a friend with one tap', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Ask a friend of Ana Alvarez to say hello' }));
  await screen.findByText("Asked a friend of Ana's to say hello");
});

test('takes a member off the list, and puts them back', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Take Ana Alvarez off the list for 30 days' }));
  await screen.findByText('No one seems about to leave');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Ana Alvarez');
});

test('shows no button for what the server does not allow, and switches the weekly mail off', async () => {
  const user = userEvent.setup();
  members = [{ ...ana, can_message: false, can_invite: false, can_ask_friend: false }];
  const list = await open();
  expect(list.queryByRole('button', { name: /^(Message|Invite|Ask)/ })).toBeNull();
  await user.click(await screen.findByRole('switch', { name: /^Weekly mail/ }));
  await waitFor(() => expect(sent('PUT /users/me/preferences/')).toEqual({ weekly_mail: false }));
});
