import { parseColor } from '@spotter/contract/theme/color.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ThemePage } from '#routes/admin/theme-page.tsx';
import { gymConfig, person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { moved, viewOf, wholeImage } from './images/crop.ts';
import { changesInWords } from './theme.words.ts';
import { draftReducer, startDraft } from './theme-draft.ts';

const plain = ThemeConfig.parse({});
const themed = (primary: string) => ({ ...plain, colors: { ...plain.colors, primary } });
const id = gymConfig.organization.id;
const saved = (name: string, primary: string) => ({
  id: name,
  name,
  theme: themed(primary),
  version: `${name}-1`,
  created_by: null,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
});

let published: { theme: ThemeConfig; version: string };
let summer: ReturnType<typeof saved>;
let savedCount: number;
let role: string;
let requests: ReturnType<typeof signIn>;
const sent = (method: string) => requests.filter((request) => request.method === method);

beforeEach(() => {
  localStorage.clear();
  published = { theme: plain, version: 'one' };
  summer = saved('Summer', '#0369a1');
  savedCount = 1;
  role = 'org_admin';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  requests = signIn(
    () => person({ id: 'olga', first_name: 'Olga', role, organization: gymConfig.organization }),
    ({ method, path, body }) => {
      if (path.startsWith(`/organizations/${id}/saved-themes/`)) {
        if (method === 'PATCH') {
          const given = body as { version: string; name?: string; theme?: ThemeConfig };
          if (given.version !== summer.version)
            return Response.json({ error: 'Someone else changed this.', code: 'changed_meanwhile' }, { status: 409 });
          summer = { ...summer, ...given, version: `${summer.version}+` };
          return Response.json(summer);
        }
        if (method === 'POST')
          return Response.json({ ...saved('New', '#111111'), ...(body as object) }, { status: 201 });
        const isFirstPage = !path.includes('page=2');
        const results = savedCount > 1 && isFirstPage ? [saved('Newest', '#111111')] : [summer];
        return Response.json({ count: savedCount, next: null, previous: null, results });
      }
      if (!path.startsWith(`/organizations/${id}/theme/`)) return undefined;
      if (method === 'PUT') {
        if (!path.endsWith(`version=${published.version}`))
          return Response.json({ error: 'Someone else changed this.', code: 'changed_meanwhile' }, { status: 409 });
        published = { theme: body as ThemeConfig, version: `${published.version}+` };
      }
      return Response.json({ organization_id: id, organization_name: 'Iron Harbour', ...published });
    },
    { ...gymConfig, theme: plain },
  );
});

const open = async () => {
  renderAt(
    '/theme',
    <Route
      path="/theme"
      element={
        <SignedIn>
          <ThemePage />
        </SignedIn>
      }
    />,
  );
  await screen.findByRole('heading', { name: 'Theme' });
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (primary: string) =>
  fireEvent.change(screen.getByLabelText('Pick Primary'), { target: { value: primary } });
const shown = () => screen.getByLabelText<HTMLInputElement>('Pick Primary').value;
const openColors = async () => {
  await open();
  fireEvent.click(screen.getByRole('tab', { name: 'Colors' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Brand/ }));
};
const publish = async () => {
  press('Publish…');
  return within(await screen.findByRole('dialog'));
};

test('undoes and redoes by keyboard, and counts the steps of a picker as one', async () => {
  await openColors();
  for (const color of ['#111111', '#222222', '#333333']) choose(color);
  expect(shown()).toBe('#333333');
  screen.getByText('Not published');
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(shown()).toBe('#7c3aed');
  screen.getByText('Published');
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
  expect(shown()).toBe('#333333');
});

test('shows the color again that was there before a wrong one was typed, after undo', async () => {
  await openColors();
  const typed = screen.getByLabelText<HTMLInputElement>(/^Primary/);
  fireEvent.change(typed, { target: { value: 'teal' } });
  fireEvent.change(typed, { target: { value: 'red;} body{' } });
  screen.getByText('Not a color. Try #7c3aed or purple.');
  press('Undo');
  expect(typed.value).toBe('#7c3aed');
});

test('shows the font again that was there before, after undo', async () => {
  const { fontFamilies } = plain.typography;
  const heading = { ...fontFamilies.heading, name: 'Anton' };
  published = { ...published, theme: { ...plain, typography: { fontFamilies: { ...fontFamilies, heading } } } };
  await open();
  fireEvent.click(screen.getByRole('tab', { name: 'Fonts' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the font');
  fireEvent.change(name, { target: { value: 'Bangers' } });
  fireEvent.change(name, { target: { value: 'Bangers*' } });
  screen.getByText('Use letters, digits, spaces and dashes.');
  press('Undo');
  expect(name.value).toBe('Anton');
});

test('takes back what replaced a saved theme', async () => {
  await openColors();
  choose('#222222');
  fireEvent.click(screen.getByRole('tab', { name: 'Start' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Options for Summer' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Replace with this theme' }));
  await screen.findByText('Replaced Summer');
  expect(summer.theme.colors.primary).toBe('#222222');
  fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
  await waitFor(() => expect(summer.theme.colors.primary).toBe('#0369a1'));
});

test('renames a saved theme at the second try when another admin changed it meanwhile', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Options for Summer' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  summer = { ...summer, version: 'theirs' };
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Winter' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Someone else changed this.');
  await waitFor(() => {
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(summer.name).toBe('Winter');
  });
});

test('stays on the page of a theme that is renamed', async () => {
  savedCount = 11;
  await open();
  await screen.findByRole('button', { name: 'Options for Newest' });
  press('Next');
  fireEvent.click(await screen.findByRole('button', { name: 'Options for Summer' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Winter' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Options for Winter' });
  screen.getByText('Page 2 of 2');
});

test('says what is hard to read and against what, and fixes the text instead of the brand', async () => {
  await openColors();
  choose('#fde047');
  fireEvent.click(screen.getByRole('button', { name: /^Text/ }));
  screen.getByText(/Hard to read, 1\.\d:1 against Primary/);
  press('Fix Text on buttons');
  expect(screen.queryByText(/Hard to read/)).toBeNull();
  expect(shown()).toBe('#fde047');
  expect(screen.getByLabelText<HTMLInputElement>('Pick Text on buttons').value).toBe('#000000');
});

test('keeps a dark page dark when all colors are fixed at once', async () => {
  published = { ...published, theme: ThemeConfig.parse({ colors: { background: { main: '#0b0f19' } } }) };
  await open();
  fireEvent.click(screen.getByRole('tab', { name: 'Colors' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Fix all' }));
  expect(screen.queryByText(/hard to read/i)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Page/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Pick Page').value).toBe('#0b0f19');
});

test('shows the app before and after, then publishes the version that was edited', async () => {
  await openColors();
  choose('#0f766e');
  const dialog = await publish();
  dialog.getByText('Changes 1 color.');
  dialog.getByTitle('Home, before');
  fireEvent.click(dialog.getByRole('button', { name: 'Calendar' }));
  dialog.getByTitle('Calendar, after');
  fireEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Published');
  expect(sent('PUT')).toMatchObject([{ body: { colors: { primary: '#0f766e' } } }]);
  expect(sent('PUT')[0]?.path).toContain('version=one');
});

test('tells the second of two admins, who shows theirs, gets theirs back by undo, or publishes anyway', async () => {
  await openColors();
  choose('#0f766e');
  published = { theme: themed('#dc2626'), version: 'theirs' };
  const dialog = await publish();
  fireEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await dialog.findByText('Someone else published a theme meanwhile');
  fireEvent.click(dialog.getByRole('button', { name: 'Show theirs' }));
  await waitFor(() => expect(shown()).toBe('#dc2626'));
  press('Undo');
  expect(shown()).toBe('#0f766e');
  fireEvent.click((await publish()).getByRole('button', { name: 'Publish' }));
  await screen.findByText('Published');
  expect(published.theme.colors.primary).toBe('#0f766e');
});

test('keeps the draft when the page is left and opened again', async () => {
  await openColors();
  choose('#0f766e');
  cleanup();
  await openColors();
  expect(shown()).toBe('#0f766e');
  screen.getByText('Not published');
});

test('loads a saved theme as a draft, and saves the draft under a name', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Load Summer' }));
  await screen.findByText('Not published');
  press('Save this theme');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' Winter ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { name: 'Winter', theme: themed('#0369a1') } }]));
});

test('proposes three themes from a color, and takes one', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('Pick Your color'), { target: { value: '#dc2626' } });
  press(/^Dark/);
  fireEvent.click(screen.getByRole('tab', { name: 'Colors' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Page/ }));
  expect(parseColor(screen.getByLabelText<HTMLInputElement>('Pick Page').value)).not.toBe('#ffffff');
  expect(screen.queryByText(/hard to read/i)).toBeNull();
});

test('lets a gym admin look for someone who may', async () => {
  role = 'gym_admin';
  renderAt(
    '/theme',
    <Route
      path="/theme"
      element={
        <SignedIn>
          <ThemePage />
        </SignedIn>
      }
    />,
  );
  await screen.findByRole('heading', { name: "Your organization's admins choose the theme" });
  expect(requests.some(({ path }) => path.includes('/theme/'))).toBe(false);
});

describe('the history of a draft', () => {
  test('forgets what was undone once something else is edited, and an edit that changes nothing', () => {
    const edit = (draft: ReturnType<typeof startDraft>, primary: string, at: number) =>
      draftReducer(draft, { type: 'edit', theme: themed(primary), field: 'primary', at });
    let draft = startDraft(plain);
    draft = edit(draft, '#111111', 0);
    draft = edit(draft, '#222222', 5000);
    draft = draftReducer(draft, { type: 'undo' });
    expect([draft.theme.colors.primary, draft.future.length]).toEqual(['#111111', 1]);
    draft = edit(draft, '#333333', 9000);
    expect([draft.past.length, draft.future.length]).toEqual([2, 0]);
    expect(edit(draft, '#333333', 9100)).toBe(draft);
  });
});

describe('what publishing changes', () => {
  test('is said in one sentence', () => {
    const to: ThemeConfig = {
      ...themed('#111111'),
      typography: {
        fontFamilies: { ...plain.typography.fontFamilies, heading: { name: 'Oswald', url: null, fallback: 'serif' } },
      },
      assets: {
        ...plain.assets,
        logo: { url: '/files/a.png', height: 40 },
        workoutIcons: { ...plain.assets.workoutIcons, cardio: { type: 'emoji', value: '🏃' } },
      },
      overrides: { primarySoft: '#eeeeee' },
    };
    expect(changesInWords(plain, to)).toBe('Changes 2 colors, the title font, the logo, and 1 workout icon.');
  });
});

describe('cropping', () => {
  const image = { width: 900, height: 300 };

  test('shows the whole image first, with room around it in a square', () => {
    expect(viewOf(image, 3, wholeImage(image))).toEqual({ x: 0, y: 0, width: 900, height: 300 });
    expect(viewOf(image, 1, wholeImage(image))).toEqual({ x: 0, y: -300, width: 900, height: 900 });
  });

  test('moves inside the image only', () => {
    const close = { ...wholeImage(image), zoom: 3 };
    const left = moved(image, 1, close, { x: -9, y: 0 });
    expect(viewOf(image, 1, left)).toEqual({ x: 0, y: 0, width: 300, height: 300 });
    // One step back from the edge moves at once.
    expect(viewOf(image, 1, moved(image, 1, left, { x: 0.1, y: 0 })).x).toBeCloseTo(30);
  });
});
