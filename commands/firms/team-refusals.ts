import { decideOpening, type NewFirmDetails } from '../../domain/firms/details.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findAccountStanding, listMembers } from '../../projections/firms/queries.ts';
import { findPasswordRefusal } from '../identity/password-rules.ts';
import { mergeRefusals, findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { isManaged, type MemberChanges } from './change-team.ts';
import { NO_ID } from '../support/preview.ts';

/** Checks incomplete requests about firms and members. No address is looked up, so that a check never reveals an account. */

export function findNewFirmRefusal(details: NewFirmDetails): Refusal | null {
  const decision = decideOpening({ type: 'OpenFirm', firmId: NO_ID, publicToken: '', details, adminId: NO_ID });
  return isRefusal(decision) ? decision : null;
}

export function findNewMemberRefusal(
  toolbox: Pick<Toolbox, 'commands'>,
  firmId: number,
  companyTokens: readonly string[] | null,
): Promise<Refusal | null> {
  const now = new Date().toISOString();
  return findRefusal(toolbox, 'firm', firmId, { type: 'CheckNewMember', companyTokens, now });
}

/** Also null if the member does not exist. */
export async function findMemberChangeRefusal(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  firmId: number,
  userId: number,
  { name, password, ...changes }: MemberChanges,
  changedBy: number,
): Promise<Refusal | null> {
  const [[member], standing] = await Promise.all([
    listMembers(toolbox.pool, firmId, userId),
    findAccountStanding(toolbox.pool, userId, firmId),
  ]);
  if (!member || !standing) return null;
  const isChanged = (name !== undefined && name !== member.name) || password !== undefined;
  const isBeyond = isChanged && !isManaged(standing, firmId, userId === changedBy);
  const command = { type: 'ChangeMember', userId, changes, baseVersion: null, now: new Date().toISOString() } as const;
  return mergeRefusals(
    isBeyond ? refuse('account_not_managed', { field: password === undefined ? 'name' : 'password' }) : null,
    password === undefined ? null : findPasswordRefusal(password, member.email),
    await findRefusal(toolbox, 'firm', firmId, command),
  );
}
