/**
 * A file that matches `from` may not import one that matches `to`; `except` may use what `from` captured as $1. With
 * `atRunTime`, it may import its types.
 */
export type ImportRule = { why: string; from: RegExp; to: RegExp; except?: string; atRunTime?: true };

/** A feature may use those listed before it. In the other direction there are events. */
const serverFeatures = [
  'organizations',
  'gyms',
  'users',
  'logins',
  'audit',
  'notifications',
  'announcements',
  'invites',
  'friends',
  'messages',
  'sessions',
  'gym-desk',
  'profiles',
  'registration',
  'conversations',
  'train-together',
  'safety',
  'home',
  'deletion',
  'super-users',
  'accounts',
  'analytics',
  'retention',
  'moving',
  'demo',
  'previews',
  'operations',
];

const webFeatures = [
  'analytics',
  'announcements',
  'audit',
  'accounts',
  'conversations',
  'demo',
  'friends',
  'gyms',
  'invites',
  'logins',
  'moving',
  'notifications',
  'onboarding',
  'operations',
  'organizations',
  'profiles',
  'registration',
  'retention',
  'safety',
  'sessions',
  'super-users',
  'train-together',
  'users',
];

/** Commands next to main.ts. */
const serverCommands = '(backup|restore|move-files|change-keys|create-super-admin|import-organization|simulate)[.]ts$';

/** Every file must be in one of these places, so that the rules below cover it. */
export const knownPlaces = [
  /^[^/]+\/(playwright|vite|vitest([.]drills)?)[.]config[.]ts$/,
  /^contract\/src\/([^/]+[.]ts$|(api|conversations|desk|events|gyms|notifications|safety|sessions|theme|users)\/)/,
  new RegExp(`^server/src/((app|main)[.]ts$|[^/]+[.]test[.]ts$|${serverCommands}|(sample|simulator|testing)/)`),
  /^server\/src\/platform\/([^/]+[.]ts$|(archive|backup|db|events|files|http|jobs|logins|mail|nodes|offload|push)\/)/,
  new RegExp(`^server/src/features/(${serverFeatures.join('|')})/`),
  /^web\/chunks[.]ts$/,
  /^web\/src\/((main|router)[.]tsx$|(landing|platform|routes|testing|ui)\/)/,
  new RegExp(`^web/src/features/(${webFeatures.join('|')})/`),
  /^bench\/src\/((browser|calls|capacity|churn|cluster|cluster-health|cluster\/drill|costs|faults|faults\/price|faults\/rolling|floor|matching|owners|people)\/)?[^/]+$/,
  /^e2e\/src\/((account|joining|live|offline|people|sessions|shell|sweeps)\/)?[^/]+$/,
  /^scripts\/((native|test-run)\/)?[^/]+$/,
];

/** In a feature SQL stands in a repository: services hold rules and order, and read like prose. */
export const sqlRule = {
  why: 'SQL belongs into a *.repo.ts, *.read.ts or *.write.ts file',
  from: /^server\/src\/features\/.*(?<![.](repo|read|write|test))[.]ts$/,
  words:
    /[.](selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\b(statement|variants|newsPart)(<[^;]*?>)?\(|\bsql(<[^;]*?>)?`/,
};

/** What Kysely can say beyond conditions that name a column, `=`, `in` or `is null`, and a value. */
const moreThanKeys = [
  '[.]((inner|left|right|full|cross)Join(Lateral)?|(union|intersect|except)(All)?|with(Recursive)?|whereRef|[$]if)[(]',
  '[.](where|having|select|set)[(][(]',
  "[.]where[(]\\s*'[^']+',\\s*('(?!(=|in|is|is not)')|'[^']+',\\s*[(])",
];

/**
 * Repositories have two ways: `statement`, and Kysely for what is plain. Text for a statement is not exported from elsewhere.
 */
export const sqlTextRules = [
  {
    why: 'use `statement`, which numbers its values by name and is prepared once',
    from: /^server\/src\/features\/.*(?<![.]test)[.]ts$/,
    words: /\bsql([.]raw\(|(<[^;`]*?>)?`)/,
  },
  {
    why: 'Kysely is for plain inserts, and for updates, deletes and reads by key; write a `statement`',
    from: /^server\/src\/features\/.*[.](repo|read|write)[.]ts$/,
    words: new RegExp(moreThanKeys.join('|')),
  },
  {
    why: 'no index finds a value in two columns; ask for each',
    from: /^server\/src\/features\/.*[.](repo|read|write)[.]ts$/,
    words: /(\$\w+|\$\{\w+\}|\w+[.]\w+) in \((\w+)[.]\w+, \2[.]\w+\)/,
  },
  {
    why: sqlRule.why,
    from: sqlRule.from,
    words: /\bexport const \w+Sql\b/,
  },
];

/** A file's role is the end of its name; docs/architecture.md says what each may do. */
export const roleRules = [
  {
    why: 'say its role at the end of its name, such as .service.ts or .repo.ts (docs/architecture.md)',
    from: /^server\/src\/features\//,
    name: /(^|\/)index[.]ts$|[.]test[.]ts$|[.](routes|service|policy|repo|read|write|events|jobs|mails|words|format|task|process|generated)[.]ts$/,
  },
  {
    why: 'say its role after a dot: .queries.ts, .mutations.ts, .keys.ts, .cache.ts, .realtime.ts or .words.ts (docs/architecture.md)',
    from: /^web\/src\/features\//,
    name: /^(?!.*-(queries|mutations|writes|keys|cache|realtime|words|text)[.](test[.])?ts$)/,
  },
];

/** The roles from the bottom up: a file uses those of its own line and of the lines above, and any file's types. */
const roles = [
  'policy|words|format|task|generated',
  'repo|read|write',
  'events|mails',
  'service|jobs|process',
  'routes',
];

/** A repository may queue a job in its statement, and names it by its definition. */
const upwards: ImportRule[] = roles.slice(0, -1).map((line, index) => ({
  why: `a ${line.replaceAll('|', ', ')} file is below ${roles
    .slice(index + 1)
    .join('|')
    .replaceAll('|', ', ')}`,
  from: new RegExp(`^server/src/features/.*[.](${line})[.]ts$`),
  to: new RegExp(`^server/src/features/.*[.](${roles.slice(index + 1).join('|')})[.]ts$`),
  ...(line.startsWith('repo') && { except: '[.]jobs[.]ts$' }),
  atRunTime: true,
}));

/**
 * Between the rooms of these folders, and the files beside them, no circle exists, for a type neither, so that one order
 * has every arrow run down.
 */
export const roomyFolders = [
  'contract/src/',
  'server/src/platform/',
  'server/src/platform/db/',
  ...serverFeatures.map((feature) => `server/src/features/${feature}/`),
  'web/src/platform/',
  'web/src/ui/',
  ...webFeatures.map((feature) => `web/src/features/${feature}/`),
  'web/src/routes/',
];

const downwards: ImportRule[] = serverFeatures.map((feature, index) => ({
  why: `${feature} may use ${serverFeatures.slice(0, index).join(', ') || 'no other feature'}; use events for the other direction`,
  from: new RegExp(`^server/src/features/${feature}/`),
  to: new RegExp(`^server/src/features/(?!(${serverFeatures.slice(0, index + 1).join('|')})/)`),
}));

export const importRules: ImportRule[] = [
  {
    why: 'every client uses the contract, so it depends on zod alone',
    from: /^contract\/src\//,
    to: /^(?!contract\/src\/|node_modules\/zod\/)/,
  },
  {
    why: 'the platform must not know features',
    from: /^server\/src\/platform\//,
    to: /^server\/src\/(?!platform\/)/,
  },
  {
    why: 'import a feature through its index.ts',
    from: /^server\/src\/features\/([^/]+)\//,
    to: /^server\/src\/features\//,
    except: '^server/src/features/($1/|[^/]+/index[.]ts$)',
  },
  {
    why: 'import a feature through its index.ts',
    from: /^server\/src\/[^/]+[.]ts$/,
    to: /^server\/src\/features\/(?![^/]+\/index[.]ts$)/,
  },
  ...downwards,
  ...upwards,
  {
    why: 'a repository returns facts; services decide what is refused',
    from: /^server\/src\/features\/.*[.](repo|read|write)[.]ts$/,
    to: /^server\/src\/platform\/errors[.]ts$/,
    atRunTime: true,
  },
  { why: sqlRule.why, from: sqlRule.from, to: /^node_modules\/kysely\/|^server\/src\/platform\/db\/statement[.]ts$/ },
  {
    why: 'features must not depend on the app',
    from: /^server\/src\/features\//,
    to: /^server\/src\/[^/]+[.]ts$/,
  },
  {
    why: 'the simulator depends on the platform alone, so that sample data, demos and training can use it',
    from: /^server\/src\/simulator\//,
    to: /^server\/src\/(?!(platform|simulator)\/)/,
  },
  {
    why: 'sample data depends on the platform and the simulator alone, so that the demo feature can use it',
    from: /^server\/src\/sample\//,
    to: /^server\/src\/(?!(platform|sample|simulator)\/)/,
  },
  {
    why: 'sample data is for main.ts and for demos',
    from: /^server\/src\/(?!main[.]ts$|sample\/|features\/demo\/)/,
    to: /^server\/src\/sample\//,
  },
  {
    why: 'a command depends on the platform, or on the simulator, or on the feature that imports an organization',
    from: new RegExp(`^server/src/${serverCommands}`),
    to: /^server\/src\/(?!platform\/|simulator\/|features\/moving\/index[.]ts$)/,
  },
  { why: 'test support is not part of the product', from: /^server\/src\//, to: /^server\/src\/testing\// },
  {
    why: 'the component set must know neither the domain nor the platform',
    from: /^web\/src\/ui\//,
    to: /^(web\/src\/(features|platform|routes)|contract)\//,
  },
  {
    why: 'the platform must not know features or routes',
    from: /^web\/src\/platform\//,
    to: /^web\/src\/(features|routes)\//,
  },
  {
    why: 'the platform knows calls, sign-in, roles, gyms, clocks, themes, messages, emojis, pushes; the rest is for features',
    from: /^web\/src\/platform\//,
    to: /^contract\/src\/(?!api\/|(auth|emoji|index|limits|messages|roles|time-words|wall-clock)[.]ts$|(gyms|theme|users)\/|notifications\/push-message[.]ts$)/,
  },
  {
    why: 'features do not import each other; routes compose them',
    from: /^web\/src\/features\/([^/]+)\//,
    to: /^web\/src\/(features|routes)\//,
    except: '^web/src/features/$1/',
  },
  {
    why: 'a .tsx file is above: words, queries and mutations know no component',
    from: /^web\/src\/features\/.*[.]ts$/,
    to: /^web\/src\/features\/.*[.]tsx$/,
    atRunTime: true,
  },
  {
    why: 'the landing page is a separate document and loads none of the app',
    from: /^web\/src\/landing\//,
    to: /^web\/src\/(?!landing\/)/,
  },
  { why: 'test support is not part of the product', from: /^web\/src\//, to: /^web\/src\/testing\// },
  { why: 'server and web share only the contract', from: /^web\//, to: /^server\// },
  { why: 'server and web share only the contract', from: /^server\//, to: /^web\/src\// },
  {
    why: 'browser tests and measurements use the product from outside',
    from: /^(?!e2e\/|bench\/)/,
    to: /^(e2e|bench)\//,
  },
  {
    why: 'web/src/platform/native/ alone uses Capacitor and its plugins',
    from: /^web\/src\/(?!platform\/native\/)/,
    to: /^node_modules\/@(capacitor|capgo|capawesome|aparajita)\//,
  },
];

/** Tests and test support may import anything. */
export const mayLookAnywhere = /[.]test[.]tsx?$|^(server|web)\/src\/testing\//;
