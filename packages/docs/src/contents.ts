/** A part of the table of contents. */
export interface Chapter {
  readonly title: string;
  /** Markdown files of this repository, in reading order. */
  readonly files?: readonly string[];
  /** A folder whose remaining files are appended, so that a new page is never forgotten. */
  readonly rest?: string;
  /** Pages generated from the code, appended after the files. */
  readonly made?: 'reference' | 'decisions';
}

const guides = (...names: string[]) => names.map((name) => `docs/guides/${name}.md`);
const operations = (...names: string[]) => names.map((name) => `docs/operations/${name}.md`);

/** The table of contents. In a chapter with `rest`, the remaining files of that folder follow automatically. */
export const chapters: readonly Chapter[] = [
  { title: 'Start', files: ['docs/README.md', 'docs/start.md', 'docs/concepts.md', ...guides('what-is-where')] },
  {
    title: 'In an application',
    files: guides(
      'react',
      'react-router',
      'next',
      'tanstack-start',
      'express',
      'fastify',
      'hono',
      'row-level-security',
      'testing',
      'step-up',
      'access-as-code',
      'separation-of-duties',
      'reviews',
      'break-glass',
      'ends',
      'leaving',
      'auditing',
    ),
    rest: 'docs/guides',
  },
  {
    title: 'Signing in',
    files: guides(
      'ways-in',
      'policy',
      'connections',
      'ldap',
      'mail',
      'appearance',
      'openid',
      'native',
      'programs',
      'own-issuer',
    ),
  },
  { title: 'Coming over', files: guides('from-keycloak', 'from-auth0') },
  {
    title: 'Operations',
    files: operations(
      'installing',
      'settings',
      'watching',
      'keeping',
      'audit',
      'erasing',
      'personal-data',
      'help-desk',
      'upgrading',
      'address',
      'failover',
      'capacity',
      'growth',
      'versions',
    ),
    rest: 'docs/operations',
  },
  { title: 'Reference', made: 'reference', files: ['docs/specification.md'] },
  {
    title: 'Packages',
    files: [
      ...['react', 'client', 'api', 'rule', 'cli'].map((name) => `packages/${name}/README.md`),
      'packages/rule/vectors/README.md',
      'packages/api/cases/README.md',
      'examples/ledger/README.md',
    ],
  },
  { title: 'Security', files: ['docs/security.md', 'SECURITY.md', 'docs/conformance.md'] },
  {
    title: 'The house',
    made: 'decisions',
    files: [
      'CHANGELOG.md',
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/dependencies.md',
      'docs/long-run.md',
    ],
    rest: 'docs',
  },
];

/** Short titles of pages. Other pages use their full titles. */
export const shortNames: Readonly<Record<string, string>> = {
  'docs/README.md': 'Overview',
  'docs/guides/react.md': 'React',
  'docs/guides/next.md': 'Next.js',
  'docs/guides/row-level-security.md': 'Row-level security',
  'docs/guides/step-up.md': 'A fresh sign-in',
  'docs/guides/ways-in.md': 'Passkeys and second factors',
  'docs/guides/connections.md': 'Other providers',
  'docs/guides/ldap.md': 'LDAP and Active Directory',
  'docs/guides/appearance.md': 'Logo and colours',
  'docs/guides/openid.md': 'Any OpenID client',
  'docs/guides/programs.md': 'Programs and CI',
  'docs/guides/what-is-where.md': 'From Keycloak, Auth0 or Clerk',
  'docs/guides/from-auth0.md': 'Auth0, Supabase, Firebase, lists',
  'docs/guides/from-keycloak.md': 'Keycloak',
  'docs/operations/watching.md': 'Watching',
  'docs/operations/keeping.md': 'Backups and restores',
  'docs/operations/failover.md': 'Failover',
  'docs/operations/capacity.md': 'Capacity',
  'docs/specification.md': 'Specification',
  'docs/security.md': 'Requirements and tests',
  'docs/conformance.md': 'OpenID conformance',
  'docs/dependencies.md': 'Dependencies',
  'docs/long-run.md': 'The last long run',
  'README.md': 'In one page',
  'packages/cli/README.md': 'licet',
  'packages/rule/vectors/README.md': 'Cases of the rule',
  'packages/api/cases/README.md': 'Cases of the verifier',
  'examples/ledger/README.md': 'The sample: Ledger',
};

/** Returns the path of a file's page below the root of the site. */
export function addressOf(file: string): string {
  if (file === 'docs/README.md') return 'index.html';
  const path = file
    .replace(/^docs\//, '')
    .replace(/^decisions\/README\.md$/, 'decisions/index.md')
    .replace(
      /^(packages|examples)\/(.+)\/README\.md$/,
      (_, folder, rest: string) => `${folder}/${rest.replaceAll('/', '-')}.md`,
    );
  const inRoot = !file.includes('/');
  return `${inRoot ? 'house/' : ''}${path.replace(/\.md$/, '').toLowerCase()}.html`;
}
