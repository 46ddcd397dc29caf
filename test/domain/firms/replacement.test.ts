import type { DomainEvent } from '../../../domain/event.ts';
import type { CompanyRole, FirmRole } from '../../../domain/firms/member-events.ts';
import { refused } from '../../support/given.ts';
import { ADMIN, assigned, attached, changed, given, opened, registeredFile } from './samples.ts';

const ANNE = 11;
const OTHER = 12;
const files = [1, 2, 3].map(registeredFile);
const replace = { type: 'ReplaceMember', userId: OTHER, byUserId: ANNE } as const;

interface Rights {
  readonly version?: number;
  readonly role: FirmRole;
  readonly isActive?: boolean;
  readonly isInvited?: boolean;
  readonly all?: boolean;
  readonly companyRole?: CompanyRole;
  readonly companies?: Readonly<Record<number, CompanyRole | null>>;
}

const replaced = ({ version = 1, role, isActive, isInvited, all, companyRole, companies }: Rights): DomainEvent => ({
  type: 'MemberReplaced',
  data: {
    user_id: ANNE,
    version,
    replaced_user_id: OTHER,
    role,
    is_active: isActive ?? true,
    is_invited: isInvited ?? false,
    all_companies: all ?? false,
    company_role: companyRole ?? null,
    companies: Object.entries(companies ?? {}).map(([id, own]) => ({ company_id: Number(id), role: own })),
  },
});
const suspended = (userId: number) => changed(userId, 2, { is_active: false }, { is_active: true });
const invited = (user_id: number, role: FirmRole): DomainEvent => ({
  type: 'MemberAttached',
  data: { user_id, role, all_companies: true, is_active: true, is_invited: true },
});

describe('a member whose accounts are joined', () => {
  it('keeps the role and the files of the account that leaves', () => {
    given(
      opened,
      files,
      attached(OTHER, 'manager', false),
      assigned(OTHER, 2, { companies: { 1: null, 3: 'encoder' } }),
    )
      .when(replace)
      .then([replaced({ role: 'manager', companies: { 1: null, 3: 'encoder' } })]);
    given(opened, attached(OTHER, 'encoder'), assigned(OTHER, 2, { all: true, role: 'reviewer' }))
      .when(replace)
      .then([replaced({ role: 'encoder', all: true, companyRole: 'reviewer' })]);
  });

  it('stays suspended or invited, and leaves the firm its administrator', () => {
    given(opened, attached(OTHER, 'encoder'), suspended(OTHER))
      .when(replace)
      .then([replaced({ role: 'encoder', all: true, isActive: false })]);
    given(opened, invited(OTHER, 'manager'))
      .when(replace)
      .then([replaced({ role: 'manager', all: true, isInvited: true })]);
    given(opened)
      .when({ type: 'ReplaceMember', userId: ADMIN, byUserId: ANNE })
      .then([{ type: 'MemberReplaced', data: adminData }]);
    given(opened, { type: 'MemberReplaced', data: adminData })
      .when({ type: 'DetachMember', userId: ANNE, baseVersion: null })
      .then(refused('last_admin', { field: 'user' }));
  });

  it('gets the higher role and the files of both, none with more rights than before', () => {
    given(
      opened,
      files,
      attached(ANNE, 'encoder', false),
      assigned(ANNE, 2, { companies: { 1: null, 2: 'reviewer' } }),
      attached(OTHER, 'manager', false),
      assigned(OTHER, 2, { companies: { 2: null, 3: 'reviewer' } }),
    )
      .when(replace)
      .then([replaced({ version: 3, role: 'manager', companies: { 1: 'encoder', 2: null, 3: 'reviewer' } })]);
    given(opened, files, attached(ANNE, 'reviewer'), attached(OTHER, 'manager', false))
      .when(replace)
      .then([replaced({ version: 2, role: 'manager', all: true, companyRole: 'reviewer' })]);
    given(opened, attached(ANNE, 'admin'), attached(OTHER, 'reviewer'))
      .when(replace)
      .then([replaced({ version: 2, role: 'admin', all: true })]);
  });

  it('gets nothing from a suspended account or an open invitation of the same firm', () => {
    given(opened, attached(ANNE, 'reviewer'), attached(OTHER, 'admin'), suspended(OTHER))
      .when(replace)
      .then([replaced({ version: 2, role: 'reviewer', all: true })]);
    given(opened, attached(ANNE, 'reviewer'), invited(OTHER, 'admin'))
      .when(replace)
      .then([replaced({ version: 2, role: 'reviewer', all: true })]);
    given(opened, invited(ANNE, 'admin'), attached(OTHER, 'encoder'))
      .when(replace)
      .then([replaced({ version: 2, role: 'encoder', all: true })]);
  });

  it('is replaced once, and not by the same account', () => {
    given(opened, attached(OTHER, 'encoder'), replaced({ role: 'encoder', all: true }))
      .when(replace)
      .then([]);
    given(opened).when(replace).then([]);
    given(opened).when({ type: 'ReplaceMember', userId: ADMIN, byUserId: ADMIN }).then([]);
  });
});

const adminData = {
  user_id: ANNE,
  version: 1,
  replaced_user_id: ADMIN,
  role: 'admin',
  is_active: true,
  is_invited: false,
  all_companies: true,
  company_role: null,
  companies: [],
};
