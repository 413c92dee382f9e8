import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFileKey } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();
const params = () => ({ id: app().cast.organizations.ironHarbour });
const olga = () => app().as(app().cast.olga);
/** The owner of another organization. */
const eve = () => app().as(app().cast.eve);
const red = { colors: { primary: '#dc2626' } };

beforeAll(async () => {
  const { db, cast } = app();
  await db.updateTable('users').set({ role: 'org_admin' }).where('id', '=', cast.eve.id).execute();
});

const auditOf = async (targetId: string) =>
  app()
    .db.selectFrom('audit_log')
    .select(['action', 'actor_id', 'emulating'])
    .where('target_id', '=', targetId)
    .orderBy('created_at')
    .execute();

describe('publishing a theme', () => {
  test('shows in the app, to visitors, in mails, in the manifest, and is audited', async () => {
    const { visitor, cast, http } = app();
    const admin = await olga();
    const { status, body } = await admin.updateOrganizationTheme({ params: params(), body: red });
    expect([status, body.theme]).toEqual([200, ThemeConfig.parse(red)]);
    expect((await visitor.getOrganizationTheme({ params: params() })).body).toEqual(body);
    const ana = await app().as(cast.ana);
    expect((await ana.getGymConfig()).body.theme.colors.primary).toBe('#dc2626');
    const manifest = await http.inject(`/brand/${params().id}/manifest.webmanifest`);
    expect(manifest.json().theme_color).toBe('#dc2626');
    await visitor.requestPasswordReset({ body: { email: cast.ana.email } });
    expect((await app().mailsTo(cast.ana.email)).at(-1)?.html).toContain('#dc2626');
    expect((await auditOf(params().id)).at(-1)).toMatchObject({ action: 'theme.published', actor_id: cast.olga.id });
  });

  test('is logged with the values an owner knows it by, before and after', async () => {
    const admin = await olga();
    const night = { primary: '#ffee00', background: { main: '#000000' }, text: { primary: '#ffffff' } };
    for (const colors of [{ primary: '#7c3aed' }, night])
      await admin.updateOrganizationTheme({ params: params(), body: { colors } });
    const [entry] = (await admin.listAuditLog({ query: { kind: 'theme' } })).body.results;
    expect(entry?.edits.map(({ field, before, after }) => `${field}: ${before} → ${after}`)).toEqual([
      'Primary: #7c3aed → #ffee00',
      'Page: #ffffff → #000000',
      `Titles and text: ${ThemeConfig.parse({}).colors.text.primary} → #ffffff`,
    ]);
  });

  test('tells members who are online, once', async () => {
    const admin = await olga();
    const since = async () =>
      app().db.selectFrom('live_events').selectAll().where('type', '=', 'theme.updated').execute();
    const before = await since();
    const published = { colors: { primary: '#0f766e' } };
    await admin.updateOrganizationTheme({ params: params(), body: published });
    await admin.updateOrganizationTheme({ params: params(), body: published });
    expect(await since()).toHaveLength(before.length + 1);
  });

  test('tells the second of two admins that it has changed, and keeps the first one', async () => {
    const admin = await olga();
    const { version } = (await app().visitor.getOrganizationTheme({ params: params() })).body;
    const answers = await Promise.all(
      ['#111111', '#222222'].map((primary) =>
        admin.updateOrganizationTheme({ params: params(), query: { version }, body: { colors: { primary } } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('changed_meanwhile');
    const stored = (await app().visitor.getOrganizationTheme({ params: params() })).body;
    expect(answers.find(({ status }) => status === 200)?.body).toEqual(stored);
  });

  test('has the super admin who is inside as its actor', async () => {
    const { cast } = app();
    const sam = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await sam.updateOrganizationTheme({ params: params(), body: red })).status).toBe(200);
    expect((await auditOf(params().id)).at(-1)).toEqual({
      action: 'theme.published',
      actor_id: cast.sam.id,
      emulating: true,
    });
  });

  test.each([
    ['a color that is CSS', { colors: { primary: 'red;background:url(//evil)' } }, 'colors.primary'],
    ['a color that is an expression', { colors: { text: { primary: 'var(--x)' } } }, 'colors.text.primary'],
    [
      'a font from elsewhere',
      { typography: { fontFamilies: { body: { name: 'Evil', url: 'https://evil.example/f.css' } } } },
      'typography.fontFamilies.body.url',
    ],
    ['an image from elsewhere', { assets: { logo: { url: 'https://evil.example/x.png' } } }, 'assets.logo.url'],
    [
      'an image that was never uploaded',
      { assets: { favicon: { url: `/files/${'0'.repeat(32)}.png` } } },
      'assets.favicon.url',
    ],
    ['an override that is no color', { overrides: { primarySoft: 'url(x)' } }, 'overrides.primarySoft'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const { status, error } = await (await olga()).updateOrganizationTheme({ params: params(), body: body as never });
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]]);
  });

  test('is refused while own branding is switched off', async () => {
    const { db } = app();
    const turn = (white_label_enabled: boolean) =>
      db.updateTable('organizations').set({ white_label_enabled }).where('id', '=', params().id).execute();
    await turn(false);
    const refused = await (await olga()).updateOrganizationTheme({ params: params(), body: red });
    await turn(true);
    expect([refused.status, refused.error.code]).toEqual([409, 'white_label_disabled']);
  });

  test('draws a mail, a link card and an icon without storing anything', async () => {
    const before = (await app().visitor.getOrganizationTheme({ params: params() })).body;
    const { status, body } = await (await olga()).previewOrganizationTheme({
      params: params(),
      body: { colors: { primary: '#123456' } },
    });
    expect(status).toBe(200);
    expect(body.mail.html).toContain('#123456');
    expect(body.mail.html).toContain('Iron Harbour');
    for (const address of [body.link_card, body.app_icon]) expect(address).toMatch(/^data:image\/png;base64,iVBOR/);
    expect((await app().visitor.getOrganizationTheme({ params: params() })).body).toEqual(before);
  });

  test('draws no file that was not uploaded for its themes', async () => {
    const { status, error } = await (await olga()).previewOrganizationTheme({
      params: params(),
      body: { assets: { logo: { url: `/files/${newFileKey('image/webp')}` } } },
    });
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['assets.logo.url']]);
  });
});

describe('saved themes', () => {
  const save = async (name: string, theme: object = red) =>
    (await (await olga()).createSavedTheme({ params: params(), body: { name, theme } })).body;

  test('are saved, read, renamed, changed and deleted, each with its audit entry', async () => {
    const admin = await olga();
    const saved = await save('Summer');
    expect(saved).toMatchObject({ name: 'Summer', created_by: app().cast.olga.id, theme: ThemeConfig.parse(red) });
    const one = { ...params(), themeId: saved.id };
    expect((await admin.getSavedTheme({ params: one })).body).toEqual(saved);
    const renamed = (await admin.updateSavedTheme({ params: one, body: { name: 'Winter' } })).body;
    expect(renamed).toMatchObject({ name: 'Winter', theme: saved.theme });
    const changed = await admin.updateSavedTheme({ params: one, body: { theme: {}, version: renamed.version } });
    expect(changed.body.theme).toEqual(ThemeConfig.parse({}));
    expect((await admin.deleteSavedTheme({ params: one })).status).toBe(204);
    expect((await admin.deleteSavedTheme({ params: one })).error.code).toBe('theme_not_found');
    expect((await auditOf(saved.id)).map(({ action }) => action)).toEqual([
      'saved_theme.created',
      'saved_theme.updated',
      'saved_theme.updated',
      'saved_theme.deleted',
    ]);
  });

  test('come ten to a page, newest first', async () => {
    const admin = await olga();
    for (let number = 1; number <= 12; number++) await save(`Number ${number}`);
    const first = (await admin.listSavedThemes({ params: params() })).body;
    expect(first.results.map(({ name }) => name).slice(0, 2)).toEqual(['Number 12', 'Number 11']);
    expect(first.results).toHaveLength(10);
    expect(first.next).toBe(`/api/v1/organizations/${params().id}/saved-themes/?page=2&page_size=10`);
    const second = (await admin.listSavedThemes({ params: params(), query: { page: 2 } })).body;
    expect(second.results.map(({ name }) => name)).toContain('Number 1');
  });

  test('tell the second of two admins who rename one', async () => {
    const admin = await olga();
    const { id, version } = await save('Ours');
    const answers = await Promise.all(
      ['Mine', 'Yours'].map((name) =>
        admin.updateSavedTheme({ params: { ...params(), themeId: id }, body: { name, version } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('that a location wears change for its members at once', async () => {
    const { db, cast } = app();
    const admin = await olga();
    const { id } = await save('Quarry');
    const ana = await app().as(cast.ana);
    const gym = (await ana.getMe()).body.current_gym?.id ?? '';
    await db.updateTable('gyms').set({ theme_id: id }).where('id', '=', gym).execute();
    const told = async () =>
      (await db.selectFrom('live_events').select('type').where('type', '=', 'organization.updated').execute()).length;
    const before = await told();
    await admin.updateSavedTheme({
      params: { ...params(), themeId: id },
      body: { theme: { colors: { primary: '#0e7490' } } },
    });
    expect(await told()).toBe(before + 1);
    expect((await ana.getGymConfig()).body.theme.colors.primary).toBe('#0e7490');
    await admin.deleteSavedTheme({ params: { ...params(), themeId: id } });
    expect(await told()).toBe(before + 2);
    const published = (await app().visitor.getOrganizationTheme({ params: params() })).body.theme;
    expect((await ana.getGymConfig()).body.theme).toEqual(published);
  });

  test.each([
    ['no name', { name: ' ', theme: {} }, 'name'],
    ['a long name', { name: 'x'.repeat(81), theme: {} }, 'name'],
    ['a color that is CSS', { name: 'Bad', theme: { colors: { primary: '}*{' } } }, 'theme.colors.primary'],
  ])('refuse %s', async (_, body, field) => {
    const { status, error } = await (await olga()).createSavedTheme({ params: params(), body });
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]]);
  });
});

describe("another organization's theme", () => {
  test("doesn't exist for a stranger, nor does a theme of another organization", async () => {
    const admin = await olga();
    const { body: saved } = await admin.createSavedTheme({ params: params(), body: { name: 'Private', theme: red } });
    const stranger = await eve();
    const one = { ...params(), themeId: saved.id };
    const foreign = [
      await stranger.updateOrganizationTheme({ params: params(), body: red }),
      await stranger.previewOrganizationTheme({ params: params(), body: red }),
      await stranger.listSavedThemes({ params: params() }),
      await stranger.createSavedTheme({ params: params(), body: { name: 'Mine', theme: red } }),
      await stranger.getSavedTheme({ params: one }),
      await stranger.updateSavedTheme({ params: one, body: { name: 'Mine' } }),
      await stranger.deleteSavedTheme({ params: one }),
      await stranger.listAssets({ params: params() }),
    ];
    expect(foreign.map(({ error }) => error.code)).toEqual(foreign.map(() => 'organization_not_found'));
    const own = { id: app().cast.organizations.nightShift };
    const inOwn = await stranger.getSavedTheme({ params: { ...own, themeId: saved.id } });
    const nowhere = await stranger.getSavedTheme({ params: { ...own, themeId: newId() } });
    expect([inOwn.status, inOwn.error.code]).toEqual([nowhere.status, nowhere.error.code]);
  });

  test("is not a gym admin's to change", async () => {
    const finn = await app().as(app().cast.finn);
    expect((await finn.updateOrganizationTheme({ params: params(), body: red })).status).toBe(403);
    expect((await finn.listSavedThemes({ params: params() })).status).toBe(403);
  });
});
