import tseslint from 'typescript-eslint';

/** Which folder may import which: the arrows of docs/architecture.md, kept true by the linter. */
const FORBIDDEN = {
  domain: ['database', 'eventlog', 'outside', 'commands', 'projections', 'api', 'workers'],
  database: ['domain', 'eventlog', 'outside', 'commands', 'projections', 'api', 'workers'],
  eventlog: ['domain', 'outside', 'commands', 'projections', 'api', 'workers'],
  outside: ['domain', 'database', 'eventlog', 'commands', 'projections', 'api', 'workers'],
  projections: ['outside', 'commands', 'api', 'workers'],
  commands: ['api', 'workers'],
  workers: ['api'],
  api: ['workers'],
  // It runs in browsers: of the service it may have what is pure.
  console: ['database', 'eventlog', 'outside', 'commands', 'projections', 'api', 'workers'],
};

/** Everybody else computes with the functions of this file. */
const MONEY = 'domain/money.ts';
const decimals = { regex: '^decimal\\.js', message: `Money is computed by ${MONEY} alone` };
const packages = { regex: '^(?!\\.{1,2}/|decimal\\.js)', message: 'The domain is pure: it imports nothing but itself' };

const restricted = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } });

const directions = Object.entries(FORBIDDEN).flatMap(([folder, forbidden]) => {
  const patterns = [
    {
      regex: `^(\\.\\./)+(${forbidden.join('|')})/`,
      message: `${folder}/ must not import this folder: see docs/architecture.md`,
    },
    {
      regex: '^(\\.\\./)+(test|cli|bench)/',
      message: 'The service does not depend on its tests and tools',
    },
    // `api/console` serves what `console/` is built into.
    { regex: '^(\\.\\./){2,}console/', message: 'The service does not depend on its pages' },
    ...(folder === 'domain' ? [packages] : []),
  ];
  const own = restricted([`${folder}/**/*.ts`, `${folder}/**/*.tsx`], [...patterns, decimals]);
  return folder === 'domain' ? [own, restricted([MONEY], patterns)] : [own];
});

const narrowedTest = {
  selector: "CallExpression[callee.property.name='only'][callee.object.name=/^(it|describe)$/]",
  message: 'A narrowed test hides the others',
};

/** A connection that is held outside a query ends the process when it breaks, unless somebody listens. */
const heldConnection = {
  selector: "CallExpression[callee.property.name='connect']",
  message: 'A connection of a pool is held by onOneConnection() of database/held.ts alone',
};
/** Where it is done, and where connections are opened that belong to no pool. */
const CONNECTING = [
  'outside/integrations/imap.ts',
  'outside/integrations/sftp.ts',
  'outside/mail/smtp-pool.ts',
  'database/first-contact.ts',
  'database/held.ts',
  'database/notifications.ts',
  'database/embedded/database.ts',
  'database/pulse.ts',
  'workers/projector-lock.ts',
];

export default tseslint.config(
  {
    ignores: [
      ...['dist/', 'node_modules/', 'var/', 'coverage/', 'scripts/', 'eslint.config.js'],
      'docs/clients/typescript/schema.d.ts', // made by a generator
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': 'off', // the compiler says so, at no cost
      // Not in members of literals, results and variables: with these it was a third of the time of all rules, on a busy machine.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { inheritedMethods: false, properties: false, returns: false, variables: false } },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off', // objects of functions have no `this`
      '@typescript-eslint/only-throw-error': 'off',
      'no-restricted-syntax': ['error', narrowedTest],
      eqeqeq: 'error',
    },
  },
  {
    files: ['domain/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'performance', 'crypto'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time comes in as an argument' },
        { object: 'Math', property: 'random', message: 'Ids come in as arguments' },
      ],
    },
  },
  { ...restricted(['**/*.ts'], [decimals]), ignores: ['test/**'] },
  {
    files: ['**/*.ts'],
    ignores: ['test/**', 'bench/**', ...CONNECTING],
    rules: { 'no-restricted-syntax': ['error', narrowedTest, heldConnection] },
  },
  ...directions,
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
);
