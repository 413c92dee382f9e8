import { join } from 'node:path';

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

const source = (...files: string[]) => files.map((file) => join(import.meta.dirname, 'src', file));

/** What every page of the app loads, and what runs beside it once it is drawn. */
const start = source('main.tsx', 'platform/toasts/toaster.tsx', 'routes/pwa.ts');
/** The pages people see before they have an account. They must not wait for the member area. */
const guestPages = source(
  'routes/login/login-page.tsx',
  'routes/register/register-page.tsx',
  'routes/invite/invite-page.tsx',
  'routes/nominate/nominate-page.tsx',
  'routes/demo/demo-page.tsx',
  'routes/gym-registration/gym-registration-page.tsx',
);
/** What a member's first screen shows, and what starts beside it. */
const memberStart = source(
  'routes/shells/member-shell.tsx',
  'routes/shells/signed-in-background.tsx',
  'routes/shells/onboarding-layer.tsx',
  'routes/home/home-page.tsx',
);
/** A package whose main file names every icon, so that its imports say nothing about who uses one. */
const icons = /node_modules\/lucide-react\//;

/** Needed by the sign-in screen and by most others. */
const controls =
  /src\/ui\/(button|button-class|spinner|form\/text-field|form\/field|icon-button|form\/control-class|banner)\.tsx?$|lucide-react\/dist\/esm\/icons\/(check|cloud-off|x)\.mjs$/;

/** The modules that arrive with these, dynamic imports left out. */
function reach(entries: string[], graph: Graph): Set<string> {
  const found = new Set(entries);
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!icons.test(next)) found.add(next);
  return found;
}

/**
 * Modules that a first screen needs travel in one file, instead of one for every set of screens that share them: on a
 * phone's network each file costs more than its bytes. A group takes along what its modules import, so the order counts.
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
