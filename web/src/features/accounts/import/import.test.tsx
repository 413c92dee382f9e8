import { Blob as NodeBlob } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { ImportPage } from '#routes/admin/import-page.tsx';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import type { ImportCheck } from './import.queries.ts';

const check: ImportCheck = {
  kind: 'members',
  source: 'wodify',
  date_order: 'mdy',
  columns: [
    { name: 'Mail', samples: ['ana@x.example'] },
    { name: 'Who', samples: ['Ana'] },
  ],
  mapping: ['email', null],
  rows: 3,
  ready: 0,
  already_here: 0,
  error_count: 1,
  errors: [{ row: 1, column: null, message: 'Choose the column with First name or Full name' }],
  notes: [],
};

const imported = {
  id: 'one',
  kind: 'members',
  file_name: 'm.csv',
  made: 3,
  removed: 0,
  created_by: null,
  created_at: '2026-11-01T00:00:00Z',
  undo_until: '2026-11-02T00:00:00Z',
  undone_at: null as string | null,
};

let forms: { path: string; fields: Record<string, unknown> }[];
let imports: (typeof imported)[];
let undo: () => Response | Promise<Response>;
let isAnswerLost: boolean;
let isKnownFile: boolean;

/** The wizard uploads with XMLHttpRequest, for its progress. */
class Upload {
  upload = { onprogress: null };
  status = 0;
  response: NodeBlob | null = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  #path = '';
  open(_method: string, address: string) {
    this.#path = address.replace('/api/v1', '');
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => 'content-type: application/json';
  send(form: FormData) {
    const fields = Object.fromEntries(form);
    forms.push({ path: this.#path, fields });
    const isCheck = this.#path.endsWith('/check/');
    if (isAnswerLost && !isCheck) return this.onerror?.();
    const mapped = fields.mapping === '["email","first_name"]';
    const body = !isCheck
      ? imported
      : isKnownFile
        ? { ...check, mapping: ['email', 'first_name'], already_here: 1, error_count: 0, errors: [] }
        : mapped
          ? { ...check, mapping: ['email', 'first_name'], ready: 3, error_count: 0, errors: [] }
          : check;
    this.status = isCheck ? 200 : 201;
    this.response = new NodeBlob([JSON.stringify(body)]);
    this.onload?.();
  }
}

beforeEach(() => {
  forms = [];
  imports = [];
  isAnswerLost = false;
  isKnownFile = false;
  vi.stubGlobal('XMLHttpRequest', Upload);
  const olga = person({ id: 'olga', role: 'org_admin' });
  signIn(
    () => olga,
    ({ method, path }) => {
      switch (`${method} ${path}`) {
        case 'GET /admin/imports/':
          return Response.json({ results: imports });
        case 'POST /admin/imports/one/undo/':
          return undo();
        default:
          return undefined;
      }
    },
  );
});

const open = () =>
  renderAt(
    '/import',
    <Route
      path="/import"
      element={
        <SignedIn>
          <ImportPage />
        </SignedIn>
      }
    />,
  );

test('shows the guessed columns, lets the owner correct them, and imports what was checked', async () => {
  const user = userEvent.setup();
  open();
  await user.upload(await screen.findByLabelText('CSV file'), new File(['x'], 'm.csv', { type: 'text/csv' }));
  await screen.findByText('Choose the column with First name or Full name above.');
  expect(screen.getByRole('button', { name: 'Import members' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('combobox', { name: 'Who becomes' }));
  await user.click(await screen.findByRole('option', { name: 'First name' }));
  const run = await screen.findByRole('button', { name: 'Import 3 members' });
  screen.getByText(/^Nothing is imported yet\. Import adds them and emails active ones a setup code\./);
  await user.click(run);
  await screen.findByText('3 members imported');
  expect(forms.map(({ path, fields }) => [path, fields.mapping])).toEqual([
    ['/admin/imports/check/', undefined],
    ['/admin/imports/check/', '["email","first_name"]'],
    ['/admin/imports/', '["email","first_name"]'],
  ]);
});

test('says that an import without an answer may have worked, and repeats it with the same id', async () => {
  const user = userEvent.setup();
  open();
  await user.upload(await screen.findByLabelText('CSV file'), new File(['x'], 'm.csv', { type: 'text/csv' }));
  await user.click(await screen.findByRole('combobox', { name: 'Who becomes' }));
  await user.click(await screen.findByRole('option', { name: 'First name' }));
  isAnswerLost = true;
  await user.click(await screen.findByRole('button', { name: 'Import 3 members' }));
  await screen.findByText("We didn't get an answer");
  isAnswerLost = false;
  await user.click(screen.getByRole('button', { name: 'Import 3 members' }));
  await screen.findByText('3 members imported');
  const [first, second] = forms.filter(({ path }) => path === '/admin/imports/').map(({ fields }) => fields.id);
  expect([typeof first, second]).toEqual(['string', first]);
});

test('refuses a file of 50 MB before it is sent', async () => {
  const user = userEvent.setup();
  open();
  const file = new File(['x'], 'large.csv', { type: 'text/csv' });
  Object.defineProperty(file, 'size', { value: 50 * 1024 * 1024 });
  await user.upload(await screen.findByLabelText('CSV file'), file);
  within(await screen.findByRole('alert')).getByText('This file is too large');
  await waitFor(() => expect(forms).toEqual([]));
});

test('says what stayed of an import that was undone', async () => {
  const undone_at = imported.created_at;
  imports = [
    { ...imported, id: 'some', made: 600, removed: 590, undone_at },
    { ...imported, id: 'all', made: 600, removed: 600, undone_at },
  ];
  open();
  await screen.findByText(/Undone, 10 stayed because they've been used since/);
  screen.getByText(/Undone, nothing stayed/);
});

test('undoes a large import part by part, and shows how far it is', async () => {
  const user = userEvent.setup();
  const undo_until = new Date(Date.now() + 3_600_000).toISOString();
  imports = [{ ...imported, made: 600, undo_until }];
  const last = Promise.withResolvers<Response>();
  const parts = [Response.json({ removed: 250, kept: 10, left: 340 }), last.promise];
  undo = () => parts.shift()!;
  open();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const question = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
  question.getByText(/^This deletes 600 members from .+\. Anything used since then stays\.$/);
  expect(parts).toHaveLength(2);
  await user.click(question.getByRole('button', { name: 'Undo import' }));
  await screen.findByText('250 of 600 removed');
  last.resolve(Response.json({ removed: 590, kept: 10, left: 0 }));
  await screen.findByText('590 removed');
  await screen.findByText("10 stay because they've been used since.");
});

test('says so when everyone in the file is here already', async () => {
  const user = userEvent.setup();
  isKnownFile = true;
  open();
  await user.upload(await screen.findByLabelText('CSV file'), new File(['x'], 'm.csv', { type: 'text/csv' }));
  await screen.findByText('Nothing new in this file');
  screen.getByText('1 member is here already.');
});
