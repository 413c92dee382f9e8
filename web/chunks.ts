import { join } from 'node:path';

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

const source = (...files: string[]) => files.map((file) => join(import.meta.dirname, 'src', file));

/** What every page of the app loads. */
const start = source('main.tsx');
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
/** What runs beside every screen once it is drawn. */
const background = source('platform/toasts/toaster.tsx', 'routes/pwa.ts');

/** A package whose main file names every icon, so that its imports say nothing about who uses one. */
const icons = /node_modules\/lucide-react\//;

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
  const guest = reached(guestPages);
  const beside = reached(background);
  const member = reached(memberStart);
  const group = (name: string, includes: (id: string, graph: Graph) => boolean) => ({
    name: (id: string, graph: Graph) => (includes(id, graph) ? name : null),
  });
  return [
    group('start', reached(start)),
    group('parts', (id, graph) => guest(id, graph) && (beside(id, graph) || member(id, graph))),
    group('background', beside),
    group('member', member),
    { name: 'icons', test: icons, minShareCount: 2 },
  ];
}
