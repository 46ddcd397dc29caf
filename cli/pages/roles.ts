import { AREAS } from '../../api/documentation/areas.ts';
import { ROLES } from '../../api/http/routing/access.ts';
import { hasMinimumRole } from '../../api/http/routing/access-steps.ts';
import type { Route } from '../../api/http/routing/route.ts';
import { routes } from '../../api/routes.ts';
import { writePage, type PageValues } from './page.ts';

const KINDS: Readonly<Record<Route['ability'], string>> = {
  public: 'none',
  read: '`read`',
  write: '`write`',
  sync: '`sync`',
  session: 'session only',
  token: 'any',
  signed: 'the link itself',
  bridge: 'platform key',
  operator: 'operator key',
  provider: 'signature of the access point',
};

const areas = [...new Set(routes.map(({ area }) => area))];

/** The page is built from the route table. */
export const writeRolesPage = (values: PageValues): void => writePage('roles', buildRolesPage(), values);

const buildRolesPage = (): string =>
  [
    '# Who may do what',
    '',
    'Generated from the route table by `npm run docs:roles`; a test fails when it is out of date.',
    '',
    'A member has one role in a firm, which a role in a company file may narrow: the lower of the two counts there. A reviewer reads and',
    'exports; an encoder also does the bookkeeping; a manager also looks after settings, journals, locks, closings and payments; an admin also',
    'after team, licence, reopening and purging. Platform admins see every firm as its admin. The owner of a company file without a firm is',
    'its admin. Some requests require more than the route says, depending on the body: managers assign company files only to those below',
    'them, and an integration token can neither create nor change an admin.',
    '',
    '*Token* is what a request needs besides the role: an integration token with that ability, or any session; or a session and nothing less.',
    '*Demo* shows what is closed in the demo firm. A firm or company file that the caller cannot see answers 404, whatever the role.',
    ...areas.flatMap((area) => [
      '',
      `## ${area}`,
      '',
      AREAS[area] ?? '',
      '',
      `| route | ${ROLES.join(' | ')} | token | demo |`,
      `|---|${ROLES.map(() => '---|').join('')}---|---|`,
      ...routes.filter((route) => route.area === area).map(formatLine),
    ]),
    '',
  ].join('\n');

function formatLine({ method, path, summary, ability, role, demo }: Route): string {
  const cells = ROLES.map((own) => {
    if (role === 'platform') return 'platform admin';
    return role === 'any' || hasMinimumRole(own, role) ? 'yes' : '–';
  });
  const name = `\`${method.toUpperCase()} ${path}\`<br>${summary.replaceAll('|', '\\|')}`;
  return `| ${name} | ${cells.join(' | ')} | ${KINDS[ability]} | ${demo === 'blocked' ? 'closed' : ''} |`;
}
