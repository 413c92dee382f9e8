import type { APIRequestContext, Page } from '@playwright/test';
import { call, plan, type Tokens } from '../planning.ts';

/** Opens a window of the member area over home. */
export const openWindow = (page: Page, modal: object) =>
  page.evaluate((opened) => {
    history.pushState({ usr: { modals: [opened] } }, '', '/app');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, modal);

/** Each window of Ana's with what it needs, and once more where it can look otherwise. */
export async function windowsOf(
  request: APIRequestContext,
  { ana, ben, cleo, olga }: Record<'ana' | 'ben' | 'cleo' | 'olga', Tokens>,
) {
  const idOf = async (tokens: Tokens): Promise<string> => (await call(request, tokens, '/users/me/')).id;
  const [own, friend, stranger] = [await idOf(ana), await idOf(ben), await idOf(cleo)];
  const { id: hosted } = await plan(request, ana);
  const { id: invited } = await plan(request, ben, { invited_user_ids: [own] });
  const group = await call(request, ben, '/conversations/group/', { name: 'Early birds', user_ids: [own] });
  const { token } = await call(request, ben, `/conversations/${group.id}/link/`, {});
  const { id: announcement } = await call(request, olga, '/admin/announcements/', {
    title: 'The pool stays closed until the end of the month',
    body: 'Showers are open as usual.',
  });
  return {
    profile: [{}],
    messages: [{}],
    friends: [{}],
    'create-session': [{}],
    notifications: [{}],
    'my-sessions': [{}],
    shortcuts: [{}],
    session: [{ id: hosted }, { id: hosted, edit: true }, { id: invited }],
    member: [{ id: friend }, { id: stranger }],
    'train-together': [{ userId: friend, firstName: 'Ben' }],
    'about-you': [{}],
    'join-group': [{ token }],
    announcement: [{ id: announcement }],
    'report-someone': [{}, { userId: stranger }],
  };
}
