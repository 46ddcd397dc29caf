import { decideOpening, type NewFirmDetails } from '../../domain/firms/details.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { accountStanding, membersOf } from '../../projections/firms/queries.ts';
import { passwordRefusal } from '../identity/password-rules.ts';
import { allOf, refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { isManaged, type MemberChanges } from './change-team.ts';

/**
 * What firms have against requests that cannot be read in full. No address is looked up for it: whether one has an account is told
 * to nobody who only tries.
 */

/** No firm and no user ever has it. */
const NO_ID = 0;

export function refusalOfNewFirm(details: NewFirmDetails): Refusal | null {
  const decision = decideOpening({ type: 'OpenFirm', firmId: NO_ID, publicToken: '', details, adminId: NO_ID });
  return isRefusal(decision) ? decision : null;
}

export function refusalOfNewMember(
  toolbox: Pick<Toolbox, 'commands'>,
  firmId: number,
  companyTokens: readonly string[] | null,
): Promise<Refusal | null> {
  const now = new Date().toISOString();
  return refusalOf(toolbox, 'firm', firmId, { type: 'CheckNewMember', companyTokens, now });
}

/** Null also where nobody is meant. */
export async function refusalOfMemberChange(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  firmId: number,
  userId: number,
  { name, password, ...changes }: MemberChanges,
  changedBy: number,
): Promise<Refusal | null> {
  const [[member], standing] = await Promise.all([
    membersOf(toolbox.pool, firmId, userId),
    accountStanding(toolbox.pool, userId, firmId),
  ]);
  if (!member || !standing) return null;
  const isChanged = (name !== undefined && name !== member.name) || password !== undefined;
  const isBeyond = isChanged && !isManaged(standing, firmId, userId === changedBy);
  const command = { type: 'ChangeMember', userId, changes, baseVersion: null, now: new Date().toISOString() } as const;
  return allOf(
    isBeyond ? refuse('account_not_managed', { field: password === undefined ? 'name' : 'password' }) : null,
    password === undefined ? null : passwordRefusal(password, member.email),
    await refusalOf(toolbox, 'firm', firmId, command),
  );
}
