import type { MemberFields } from '../../domain/firms/member-events.ts';
import type { AssignCompanies, MemberCommand } from '../../domain/firms/members.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findAccountStanding, listMembers, type AccountStanding } from '../../projections/firms/queries.ts';
import { findPasswordRefusal } from '../identity/password-rules.ts';
import { storePassword } from '../../stores/identity/passwords.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Changes the team of a firm. A change that also affects an account is first checked by the firm, which alone can refuse
 * it.
 */

export interface TeamChanged {
  /** Log position that every process must have processed; null if nothing changed. */
  readonly rightsChangedAt: number | null;
}

export interface MemberChanges extends MemberFields {
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

export interface MemberToChange {
  readonly userId: number;
  /** The requesting user. */
  readonly changedBy: number;
  readonly baseVersion: number | null;
}

export async function changeMember(
  toolbox: Toolbox,
  firmId: number,
  { userId, changedBy, baseVersion }: MemberToChange,
  { name, password, ...changes }: MemberChanges,
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  const { pool } = toolbox;
  const [[member], standing] = await Promise.all([
    listMembers(pool, firmId, userId),
    findAccountStanding(pool, userId, firmId),
  ]);
  if (!member || !standing) return refuse('not_found');
  const newName = name === member.name ? undefined : name;
  if ((newName !== undefined || password !== undefined) && !isManaged(standing, firmId, userId === changedBy))
    return refuse('account_not_managed', { field: password === undefined ? 'name' : 'password' });
  const weak = password === undefined ? null : findPasswordRefusal(password, member.email);
  if (weak) return weak;
  const now = new Date().toISOString();
  const command = { type: 'ChangeMember', userId, changes, baseVersion, now } as const;
  const changed = await executeInFirm(toolbox, firmId, command, context);
  if (isRefusal(changed)) return changed;
  const account = await changeAccount(toolbox, userId, { name: newName, password }, context);
  return isRefusal(account) ? account : { rightsChangedAt: getLatestPosition([changed.rightsChangedAt, ...account]) };
}

/** Returns the log positions that every process must have processed. */
export async function changeAccount(
  { pool, commands }: Toolbox,
  userId: number,
  { name, password }: Pick<MemberChanges, 'name' | 'password'>,
  context: CommandContext,
): Promise<readonly (number | null)[] | Refusal> {
  const positions: (number | null)[] = [];
  if (name !== undefined) {
    const renamed = { type: 'ChangeProfile', changes: { name } } as const;
    const outcome = await commands.execute('user', userId, renamed, context);
    if (isRefusal(outcome)) return outcome;
    positions.push(outcome.position);
  }
  if (password !== undefined) {
    const passwordId = await storePassword(pool, userId, password);
    const replaced = { type: 'ChangePassword', passwordId, verifiedPassword: null, keptTokenId: null } as const;
    const outcome = await commands.execute('user', userId, replaced, toSecondStep(context));
    if (isRefusal(outcome)) return outcome;
    positions.push(outcome.position);
  }
  return positions;
}

/** Refuses changes to an account that the firm does not manage, instead of ignoring them silently. */
export const refuseNotManaged = (fields: readonly string[]): Refusal => ({
  ...refuse('account_not_managed'),
  problems: fields.map((field) => ({ code: 'account_not_managed', field })),
});

export const getLatestPosition = (positions: readonly (number | null)[]): number | null =>
  positions.reduce((last, position) => Math.max(last ?? 0, position ?? 0) || null, null);

/**
 * Name and password of an account belong to the person. The firm that opened the account manages them only while the
 * account serves no other purpose, since they would otherwise give access elsewhere. Users change their own in their
 * profile, which requires the current password.
 */
export function isManaged(account: AccountStanding, firmId: number, isOwn: boolean): boolean {
  return (
    account.opened_by_firm_id === firmId &&
    !account.is_claimed &&
    !isOwn &&
    !account.is_platform_admin &&
    !account.is_elsewhere &&
    !account.owns_files
  );
}

/**
 * Gives the second command of a request in the same stream a separate key; it would otherwise pass for a replay of the
 * first.
 */
function toSecondStep(context: CommandContext): CommandContext {
  const { clientMutationId } = context;
  return clientMutationId === null ? context : { ...context, clientMutationId: `${clientMutationId}#2` };
}

export function detachMember(
  toolbox: Toolbox,
  firmId: number,
  userId: number,
  baseVersion: number | null,
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  return executeInFirm(toolbox, firmId, { type: 'DetachMember', userId, baseVersion }, context);
}

export function assignCompanies(
  toolbox: Toolbox,
  firmId: number,
  assignment: Omit<AssignCompanies, 'type'>,
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  return executeInFirm(toolbox, firmId, { type: 'AssignCompanies', ...assignment }, context);
}

export async function executeInFirm(
  { commands }: Toolbox,
  firmId: number,
  command: MemberCommand,
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  const outcome = await commands.execute('firm', firmId, command, context);
  return isRefusal(outcome) ? outcome : { rightsChangedAt: outcome.position };
}
