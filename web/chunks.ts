import { join } from 'node:path';

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

const source = (...files: string[]) => files.map((file) => join(import.meta.dirname, 'src', file));

/** Loaded by every page of the app. */
const start = source('main.tsx');
/** Loaded right after the first paint of every page but the sign-in screen. */
const afterPaint = source('platform/toasts/toaster.tsx', 'routes/pwa.ts');
/** Other guest pages use most of its parts. */
const loginPage = source('routes/login/login-page.tsx');
/** Pages for visitors without an account. They must not wait for the member area. */
const guestPages = [
  ...loginPage,
  ...source(
    'routes/register/register-page.tsx',
    'routes/invite/invite-page.tsx',
    'routes/nominate/nominate-page.tsx',
    'routes/demo/demo-page.tsx',
    'routes/gym-registration/gym-registration-page.tsx',
  ),
];
/** Needed by a member's first screen. */
const memberStart = source(
  'routes/shells/member-shell.tsx',
  'routes/shells/signed-in-background.tsx',
  'routes/shells/onboarding-layer.tsx',
  'routes/home/home-page.tsx',
  'routes/home/seed-home.ts',
  'platform/login/sign-out/end-sign-in.ts',
);
/** Home loads them for a member with an invitation, an offered spot or a session that is just over. */
const homeCards = source('features/sessions/spots/offer-details.tsx', 'routes/session/finish-part.tsx');
/** Applies a gym's own colors. */
const themeStart = source('platform/theme/apply-theme-config.ts');
const icons = /node_modules\/lucide-react\//;
/** Their main files list everything, so its imports don't show which screen uses what. */
const barrels = /node_modules\/(lucide-react|@tanstack\/(react-query|query-core))\//;
/** Loaded by every page. Infinite lists and query lists load with the first screen that has one. */
const framework =
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(react-query|query-core)|clsx)\/(?!.*(nfiniteQuery(?!Behavior|Options)|ueries))/;

/** Needed by the sign-in screen and most others. */
const controls =
  /src\/ui\/(button|button-class|icon-button|spinner|form\/(text-field|field|control-class)|status\/banner)\.tsx?$|lucide-react\/dist\/esm\/icons\/(check|cloud-off|x)\.mjs$/;

/** These modules and all their static imports. */
function reach(entries: string[], graph: Graph): Set<string> {
  const found = new Set(entries);
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!barrels.test(next)) found.add(next);
  return found;
}

/**
 * Modules of a first screen go into one file instead of one file per set of screens that share them: on a phone's
 * network each file costs more than its bytes. A group takes its modules' imports along, so the order of the groups
 * matters.
 */
export function firstScreenGroups() {
  const reached = (entries: string[]) => {
    let found: Set<string> | undefined;
    return (id: string, graph: Graph) => {
      found ??= reach(entries, graph);
      return found.has(id);
    };
  };
  const everywhere = reached(start);
  const later = reached(afterPaint);
  const guest = reached(guestPages);
  const login = reached(loginPage);
  const member = reached(memberStart);
  const cards = reached(homeCards);
  const theme = reached(themeStart);
  return [
    { name: 'framework', test: framework },
    {
      debugName: 'start',
      name: (id: string, graph: Graph) =>
        everywhere(id, graph) || controls.test(id) || (login(id, graph) && member(id, graph)) ? 'start' : null,
    },
    {
      debugName: 'pages',
      name: (id: string, graph: Graph) =>
        later(id, graph) || (guest(id, graph) && member(id, graph)) ? 'pages' : null,
    },
    { debugName: 'member', name: (id: string, graph: Graph) => (member(id, graph) ? 'member' : null) },
    { debugName: 'login', name: (id: string, graph: Graph) => (login(id, graph) ? 'login' : null) },
    { debugName: 'theme', name: (id: string, graph: Graph) => (theme(id, graph) ? 'theme' : null) },
    { debugName: 'home-cards', name: (id: string, graph: Graph) => (cards(id, graph) ? 'home-cards' : null) },
    { name: 'icons', test: icons, minShareCount: 2 },
  ];
}
