import { join } from 'node:path';

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

const source = (...files: string[]) => files.map((file) => join(import.meta.dirname, 'src', file));

/** Loaded by every page of the app, and right after its first paint. */
const start = source('main.tsx', 'platform/toasts/toaster.tsx', 'routes/pwa.ts');
/** Pages for visitors without an account. They must not wait for the member area. */
const guestPages = source(
  'routes/login/login-page.tsx',
  'routes/register/register-page.tsx',
  'routes/invite/invite-page.tsx',
  'routes/nominate/nominate-page.tsx',
  'routes/demo/demo-page.tsx',
  'routes/gym-registration/gym-registration-page.tsx',
);
/** Needed by a member's first screen. */
const memberStart = source(
  'routes/shells/member-shell.tsx',
  'routes/shells/signed-in-background.tsx',
  'routes/shells/onboarding-layer.tsx',
  'routes/home/home-page.tsx',
);
/** The package's main file lists every icon, so its imports don't show which screen uses one. */
const icons = /node_modules\/lucide-react\//;

/** Needed by the sign-in screen and most others. */
const controls =
  /src\/ui\/(button|button-class|spinner|form\/text-field|form\/field|icon-button|form\/control-class|banner)\.tsx?$|lucide-react\/dist\/esm\/icons\/(check|cloud-off|x)\.mjs$/;

/** These modules and all their static imports. */
function reach(entries: string[], graph: Graph): Set<string> {
  const found = new Set(entries);
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!icons.test(next)) found.add(next);
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
  const guest = reached(guestPages);
  const member = reached(memberStart);
  return [
    {
      debugName: 'start',
      name: (id: string, graph: Graph) =>
        everywhere(id, graph) || controls.test(id) || (guest(id, graph) && member(id, graph)) ? 'start' : null,
    },
    { debugName: 'member', name: (id: string, graph: Graph) => (member(id, graph) ? 'member' : null) },
    { name: 'icons', test: icons, minShareCount: 2 },
  ];
}
