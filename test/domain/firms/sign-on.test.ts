import { expect } from 'chai';
import type { SignOnSettings } from '../../../domain/firms/details-events.ts';
import { decideAdmission, findSignOnRole, findSignOnRefusal } from '../../../domain/firms/sign-on.ts';

describe('Single sign-on of a firm', () => {
  const settings = (more: Partial<SignOnSettings> = {}): SignOnSettings => ({
    provider: 'acme',
    required: false,
    claim: 'groups',
    roles: { books: 'encoder', heads: 'manager', '7': 'reviewer' },
    create_members: false,
    ...more,
  });
  const member = { role: 'encoder', isActive: true, isInvited: false } as const;
  const admit = (facts: Partial<Parameters<typeof decideAdmission>[0]>) =>
    decideAdmission({
      settings: settings(),
      member,
      claims: { groups: 'books' },
      isNamed: true,
      provesPerson: true,
      ...facts,
    });

  it('takes the highest role of the values', () => {
    const roleOf = (groups: unknown, more?: Partial<SignOnSettings>) => findSignOnRole(settings(more), { groups });
    expect(roleOf(['books', 'heads'])).to.equal('manager');
    expect(roleOf(7)).to.equal('reviewer');
    expect(roleOf([{ name: 'books' }, null, 'toString', '__proto__'])).to.equal(null);
    expect(roleOf(undefined, { roles: { '*': 'reviewer' } })).to.equal('reviewer');
    // The provider cannot send the star itself.
    expect(roleOf('*', { roles: { books: 'encoder' } })).to.equal(null);
  });

  it('follows the claim, and leaves out whoever has no role in it', () => {
    expect(admit({})).to.deep.equal({ kind: 'admitted', role: null });
    expect(admit({ claims: { groups: 'heads' } })).to.deep.equal({ kind: 'admitted', role: 'manager' });
    expect(admit({ claims: {} })).to.deep.equal({ kind: 'left_out', reason: 'no_role' });
    expect(admit({ isNamed: false })).to.deep.equal({ kind: 'left_out', reason: 'no_role' });
    // Without a claim the firm manages roles; a role for everyone is one for new members.
    const open = settings({ claim: null, roles: { '*': 'reviewer' }, create_members: true });
    expect(admit({ settings: open })).to.deep.equal({ kind: 'admitted', role: null });
    expect(admit({ settings: open, member: null })).to.deep.equal({ kind: 'attached', role: 'reviewer' });
    expect(admit({ settings: open, member: null, isNamed: false })).to.have.property('reason', 'no_account');
  });

  it('adds members only where allowed, and never a suspended one', () => {
    expect(admit({ member: null })).to.deep.equal({ kind: 'left_out', reason: 'no_account' });
    const create = settings({ create_members: true });
    expect(admit({ member: null, settings: create })).to.deep.equal({ kind: 'attached', role: 'encoder' });
    expect(admit({ member: null, settings: create, claims: {} })).to.have.property('reason', 'no_role');
    expect(admit({ member: { ...member, isActive: false }, settings: create })).to.have.property('reason', 'suspended');
  });

  it('accepts an invitation only for a person who is proven', () => {
    const invited = { ...member, isInvited: true };
    expect(admit({ member: invited })).to.deep.equal({ kind: 'joined' });
    expect(admit({ member: invited, provesPerson: false })).to.have.property('reason', 'invitation_open');
  });

  it('is refused without the parts that it needs', () => {
    const codesOf = (more: Partial<SignOnSettings>) =>
      findSignOnRefusal(settings(more))?.problems.map(({ code }) => code) ?? [];
    expect(codesOf({})).to.deep.equal([]);
    expect(codesOf({ claim: null })).to.deep.equal(['sso_claim_missing']);
    expect(codesOf({ claim: null, roles: {}, create_members: true })).to.deep.equal(['sso_roles_missing']);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`group ${index}`, 'encoder' as const]));
    expect(codesOf({ roles: many })).to.deep.equal(['sso_too_many_roles']);
  });
});
