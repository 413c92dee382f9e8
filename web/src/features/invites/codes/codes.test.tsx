import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { InviteCodesPage } from '#routes/admin/invite-codes-page.tsx';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import type { InviteCode } from './codes.queries.ts';

const page = (results: object[]) => ({ count: results.length, next: null, previous: null, results });
const pageOf = (path: string) => Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
const testCode = (more: Partial<InviteCode>): InviteCode => ({
  id: 'front',
  code: 'FRONT-DESK',
  label: 'Front desk',
  gym: null,
  expires_at: null,
  max_uses: 50,
  use_count: 12,
  is_active: true,
  is_usable: true,
  mailed_to: null,
  link: 'https://spotter.example/i/org/FRONT-DESK',
  version: 'one',
  created_at: '2026-11-01T00:00:00Z',
  ...more,
});

let codes: InviteCode[];
let taken: boolean;
let mailed: object;
let requests: ReturnType<typeof signIn>;
const sent = (call: string) => requests.find(({ method, path }) => `${method} ${path.split('?')[0]}` === call)?.body;

beforeEach(() => {
  codes = [testCode({}), testCode({ id: 'old', code: 'OLD-FLYER', label: '', is_active: false, is_usable: false })];
  taken = false;
  const gym = (id: string, timezone: string) => ({
    id,
    name: id,
    branding: {},
    organization_id: 'gym',
    timezone,
    address: '',
  });
  const olga = person({
    ...{ id: 'olga', first_name: 'Olga', role: 'org_admin', managed_gym_ids: ['sydney', 'perth'] },
    accessible_gyms: [gym('sydney', 'Australia/Sydney'), gym('perth', 'Australia/Perth')],
  });
  requests = signIn(
    () => olga,
    ({ method, path, body }) => {
      switch (`${method} ${path.split('?')[0]}`) {
        case 'GET /gyms/invite-codes/': {
          const query = new URLSearchParams(path.split('?')[1]);
          const search = query.get('search') ?? '';
          const usable = query.get('is_usable');
          const found = codes
            .filter(({ code }) => code.toLowerCase().includes(search.toLowerCase()))
            .filter(({ is_usable }) => usable === null || usable === String(is_usable));
          const size = Number(query.get('page_size'));
          const first = (pageOf(path) - 1) * size;
          const next = first + size < found.length ? 'more' : null;
          return Response.json({ ...page(found.slice(first, first + size)), count: found.length, next });
        }
        case 'POST /gyms/invite-codes/mail/':
          return Response.json(mailed);
        case 'GET /gyms/invite-codes/front/uses/': {
          const names = ['First', 'Second'];
          const user = person({ id: names[pageOf(path) - 1]!.toLowerCase(), first_name: names[pageOf(path) - 1]! });
          const next = pageOf(path) === 1 ? 'more' : null;
          return Response.json({ ...page([{ user, joined_at: '2026-11-01T00:00:00Z' }]), count: 2, next });
        }
        case 'GET /gyms/referrals/':
          return Response.json(page([]));
        case 'POST /gyms/invite-codes/':
          if (taken)
            return Response.json(
              {
                error: 'Taken.',
                code: 'invite_code_taken',
                details: { code: ['This invite code is already in use.'] },
              },
              { status: 409 },
            );
          codes = [testCode({ id: 'new', code: 'SUMMER', label: 'Summer' }), ...codes];
          return Response.json(codes[0], { status: 201 });
        case 'PATCH /gyms/invite-codes/front/':
          if ((body as { version?: string }).version === 'outdated')
            return Response.json({ error: 'Someone else changed this.', code: 'changed_meanwhile' }, { status: 409 });
          codes = codes.map((code) => (code.id === 'front' ? { ...code, ...(body as object) } : code));
          return Response.json(codes[0]);
        default:
          return undefined;
      }
    },
  );
});

const open = async () => {
  renderAt(
    '/codes',
    <Route
      path="/codes"
      element={
        <SignedIn>
          <InviteCodesPage />
        </SignedIn>
      }
    />,
  );
  return within(await screen.findByRole('list', { name: 'Invite codes' }));
};
const rowOf = (code: string) => within(screen.getByText(code).closest('li') as HTMLElement);

test('says which codes work and how often each was used', async () => {
  await open();
  rowOf('FRONT-DESK').getByText('On');
  rowOf('FRONT-DESK').getByText(/12 of 50 joined/);
  rowOf('OLD-FLYER').getByText('Off');
});

test('creates a code, and says beside the field when it is taken', async () => {
  const user = userEvent.setup();
  await open();
  taken = true;
  await user.click(screen.getByRole('button', { name: 'Create code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create invite code' }));
  await user.type(dialog.getByLabelText(/^Code/), 'summer');
  await user.type(dialog.getByLabelText(/^Most uses/), '20');
  await user.click(dialog.getByRole('button', { name: 'Create code' }));
  await dialog.findByText('This invite code is already in use.');
  taken = false;
  await user.click(dialog.getByRole('button', { name: 'Create code' }));
  await screen.findByText('SUMMER');
  expect(sent('POST /gyms/invite-codes/')).toMatchObject({ code: 'summer', max_uses: 20, gym_id: null });
});

test('switches a code off from its menu', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Options for FRONT-DESK' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Switch off' }));
  await waitFor(() => expect(sent('PATCH /gyms/invite-codes/front/')).toEqual({ is_active: false }));
  await rowOf('FRONT-DESK').findByText('Off');
  await screen.findByText('FRONT-DESK is off. No one can join with it.');
});

test('names the last day on which a code works, on the wall of its gym', async () => {
  // Midnight after 20 November in Perth; in Sydney it is three hours later.
  codes = [testCode({ expires_at: '2026-11-20T16:00:00Z', gym: { id: 'perth', name: 'Fremantle' } })];
  await open();
  rowOf('FRONT-DESK').getByText(/Until .*\b20\b.*2026/);
});

test('goes back to the first page when the last code of the second is deleted', async () => {
  const many = Array.from({ length: 20 }, (_, index) => testCode({ id: `code-${index}`, code: `CODE-${index}` }));
  codes = [...many, testCode({})];
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('FRONT-DESK');
  codes = many;
  await user.click(screen.getByRole('button', { name: 'Options for FRONT-DESK' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Switch off' }));
  await screen.findByText('CODE-0');
});

test('shows all who joined, a page at a time', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Options for FRONT-DESK' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Who joined' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Joined with FRONT-DESK' }));
  expect((await dialog.findByRole('link', { name: /^First/ })).getAttribute('href')).toContain('/users/first');
  await user.click(dialog.getByRole('button', { name: 'Show more (1)' }));
  await dialog.findByRole('link', { name: /^Second/ });
  expect(dialog.queryByRole('button', { name: /^Show more/ })).toBeNull();
});

test('takes a deletion back', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Options for OLD-FLYER' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('OLD-FLYER')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('OLD-FLYER');
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('says when another admin changed the code meanwhile, and shows theirs', async () => {
  codes = [testCode({ version: 'outdated' })];
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: /^Options for FRONT-DESK/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit invite code' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(/^Someone else changed this\./);
  codes = [testCode({ label: 'Theirs' })];
  await user.click(form.getByRole('button', { name: 'Show theirs' }));
  await list.findByText(/Theirs/);
});

test('mails pasted addresses a code each, says what became of them, and keeps what was not sent', async () => {
  mailed = {
    results: [
      { email: 'ana@x.example', outcome: 'sent' },
      { email: 'ben@x.example', outcome: 'member' },
      { email: 'cleo@x.example', outcome: 'waits' },
    ],
    more_at: '2026-11-18T09:00:00Z',
  };
  codes = [testCode({ max_uses: null })];
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Invite people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  const field = () => dialog.getByLabelText<HTMLTextAreaElement>(/^Emails/);
  await user.click(field());
  await user.paste('Ana <ana@x.example>, ben@x.example\ncleo@x.example; dov@');
  dialog.getByText("dov@ isn't a complete email address. Fix it to send it.");
  await user.click(dialog.getByRole('button', { name: 'Send 3 invites' }));
  await dialog.findByText('1 invite sent');
  expect(sent('POST /gyms/invite-codes/mail/')).toEqual({
    emails: ['ana@x.example', 'ben@x.example', 'cleo@x.example'],
    gym_id: null,
  });
  dialog.getByText('Already a member');
  dialog.getByText(/^Not sent yet: your gym has reached today's limit for new people\. Send this one from /);
  expect(field().value).toBe('dov@\ncleo@x.example');
  dialog.getByText("dov@ isn't a complete email address. Fix it to send it.");
  // The QR code and the poster of a code that everyone can use.
  dialog.getByRole('button', { name: 'Poster A4' });
});

test('finds codes, and copies or saves all that match', async () => {
  codes = [...codes, ...Array.from({ length: 130 }, (_, n) => testCode({ id: `g${n}`, code: `GEN-${n}` }))];
  const user = userEvent.setup();
  const list = await open();
  await user.type(screen.getByRole('searchbox', { name: 'Search codes' }), 'gen-');
  await waitFor(() => expect(list.queryByText('FRONT-DESK')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Copy all 130' }));
  await waitFor(async () => expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(130));
  await user.clear(screen.getByRole('searchbox', { name: 'Search codes' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Off or used up');
  await screen.findByRole('button', { name: 'Copy code' });
  await user.type(screen.getByRole('searchbox', { name: 'Search codes' }), 'nothing like it');
  await screen.findByText('No codes match.');
});
