/** Which folder may import which: the arrows of docs/architecture.md, kept true by the linter. */
const FORBIDDEN = {
  domain: ['database', 'eventlog', 'outside', 'stores', 'commands', 'projections', 'api', 'workers', 'service'],
  database: ['domain', 'eventlog', 'outside', 'stores', 'commands', 'projections', 'api', 'workers', 'service'],
  eventlog: ['domain', 'outside', 'stores', 'commands', 'projections', 'api', 'workers', 'service'],
  outside: ['domain', 'database', 'eventlog', 'stores', 'commands', 'projections', 'api', 'workers', 'service'],
  projections: ['outside', 'stores', 'commands', 'api', 'workers', 'service'],
  stores: ['commands', 'api', 'workers', 'service'],
  commands: ['api', 'workers', 'service'],
  workers: ['api', 'service'],
  api: ['workers', 'service'],
  // The console runs in browsers and may import only what is pure.
  console: ['database', 'eventlog', 'outside', 'stores', 'commands', 'projections', 'api', 'workers', 'service'],
};

/** Everybody else computes with the functions of this file. */
const MONEY = 'domain/money.ts';
const decimals = { regex: '^decimal\\.js', message: `Money is computed by ${MONEY} alone` };
const pure = (regex) => ({ regex, message: 'The domain is pure: it imports nothing but itself' });

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
  ];
  const files = [`${folder}/**/*.ts`, `${folder}/**/*.tsx`];
  return folder === 'domain'
    ? // All packages, and all but the one: these expressions cannot look ahead.
      [
        restricted(files, [...patterns, decimals, pure('^[^.]')]),
        restricted([MONEY], [...patterns, pure('^([^.d]|d[^e])')]),
      ]
    : [restricted(files, [...patterns, decimals])];
});

/** Where it is done, and where connections are opened that belong to no pool. */
const CONNECTING = [
  'api/mcp/server.ts',
  'outside/integrations/imap.ts',
  'outside/integrations/sftp.ts',
  'outside/mail/smtp-pool.ts',
  'database/first-contact.ts',
  'database/dedicated-connection.ts',
  'database/notifications.ts',
  'database/embedded/database.ts',
  'database/heartbeat.ts',
  'database/replica-watch.ts',
  'workers/projector-lock.ts',
  'workers/projector-seat.ts',
];

/** The rules that need types, and those that the compiler does not know of; what it says itself is told beside them. */
const rules = {
  ...Object.fromEntries(
    [
      ...['await-thenable', 'ban-ts-comment', 'no-array-delete', 'no-base-to-string', 'no-duplicate-type-constituents'],
      ...['no-empty-object-type', 'no-explicit-any', 'no-extra-non-null-assertion', 'no-floating-promises'],
      ...['no-for-in-array', 'no-implied-eval', 'no-misused-new', 'no-misused-promises', 'no-namespace'],
      ...['no-non-null-asserted-optional-chain', 'no-redundant-type-constituents', 'no-require-imports'],
      ...['no-this-alias', 'no-unnecessary-type-assertion', 'no-unnecessary-type-constraint', 'no-unsafe-argument'],
      ...['no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-declaration-merging', 'no-unsafe-enum-comparison'],
      ...['no-unsafe-function-type', 'no-unsafe-member-access', 'no-unsafe-return', 'no-unsafe-unary-minus'],
      ...['no-wrapper-object-types', 'prefer-as-const', 'prefer-namespace-keyword', 'prefer-promise-reject-errors'],
      ...['restrict-plus-operands', 'restrict-template-expressions', 'triple-slash-reference'],
    ].map((name) => [`typescript/${name}`, 'error']),
  ),
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  'import/no-cycle': 'error',
  eqeqeq: 'error',
};

/** Whatever an answer of a test service holds is looked at as it comes. */
const OFF_IN_TESTS = [
  ...['no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-member-access', 'no-unsafe-return'],
  'restrict-template-expressions',
];

export default {
  plugins: ['typescript', 'import'],
  jsPlugins: ['./scripts/lint-rules.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true, typeCheck: true },
  ignorePatterns: [
    ...['bin/', 'dist/', 'node_modules/', 'var/', 'coverage/', 'scripts/', 'oxlint.config.js'],
    'clients/typescript/schema.d.ts', // made by a generator
  ],
  rules,
  overrides: [
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
    { ...restricted(['**/*.ts'], [decimals]), excludeFiles: ['test/**'] },
    {
      files: ['**/*.ts'],
      excludeFiles: ['test/**', 'bench/**', ...CONNECTING],
      rules: { 'grandlivre/no-held-connection': 'error' },
    },
    ...directions,
    { files: ['test/**/*.ts'], rules: Object.fromEntries(OFF_IN_TESTS.map((name) => [`typescript/${name}`, 'off'])) },
  ],
};
