/**
 * Pages of the specification whose screens aren't built yet. Each explains its purpose and links to something that
 * works. The list only ever shrinks.
 */
export type Later = {
  path: string;
  title: string;
  text: string;
  way: { label: string } & ({ to: string } | { href: string });
};

const toOrganizations = { label: 'Back to organizations', to: '/super-admin/organizations' };

export const laterPages: Later[] = [
  {
    path: '/super-admin/generate-demo-data',
    title: 'Generate demo data',
    text: 'A new installation comes with sample organizations and people.',
    way: toOrganizations,
  },
];
