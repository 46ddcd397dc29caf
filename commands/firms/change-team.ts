import type { MemberFields } from '../../domain/firms/member-events.ts';
import type { AssignCompanies, MemberCommand } from '../../domain/firms/members.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { accountStanding, membersOf, type AccountStanding } from '../../projections/firms/queries.ts';
import { passwordRefusal } from '../identity/password-rules.ts';
import { storePassword } from '../../stores/identity/passwords.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** The team of a firm. What crosses from the firm to an account asks the firm first, which alone can refuse. */

export interface TeamChanged {
  /** Place in the log that every process must have taken note of; null when nothing changed. */
  readonly rightsChangedAt: number | null;
}

export interface MemberChanges extends MemberFields {
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

/** `changedBy` is the user who asks. */
export async function changeMember(
  toolbox: Toolbox,
  firmId: number,
  userId: number,
  { name, password, ...changes }: MemberChanges,
  { changedBy, baseVersion }: { readonly changedBy: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  const { pool } = toolbox;
  const [[member], standing] = await Promise.all([
    membersOf(pool, firmId, userId),
    accountStanding(pool, userId, firmId),
  ]);
  if (!member || !standing) return refuse('not_found');
  const newName = name === member.name ? undefined : name;
  if ((newName !== undefined || password !== undefined) && !isManaged(standing, firmId, userId === changedBy))
    return refuse('account_not_managed', { field: password === undefined ? 'name' : 'password' });
  const weak = password === undefined ? null : passwordRefusal(password, member.email);
  if (weak) return weak;
  const now = new Date().toISOString();
  const command = { type: 'ChangeMember', userId, changes, baseVersion, now } as const;
  const changed = await executeInFirm(toolbox, firmId, command, context);
  if (isRefusal(changed)) return changed;
  const account = await changeAccount(toolbox, userId, { name: newName, password }, context);
  return isRefusal(account) ? account : { rightsChangedAt: latest([changed.rightsChangedAt, ...account]) };
}

/** Gives the places in the log that every process must have taken note of. */
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
    const outcome = await commands.execute('user', userId, replaced, secondStep(context));
    if (isRefusal(outcome)) return outcome;
    positions.push(outcome.position);
  }
  return positions;
}

/** What is sent for an account that is not the firm's would be ignored, and whoever sent it would believe otherwise. */
export const notManaged = (fields: readonly string[]): Refusal => ({
  ...refuse('account_not_managed'),
  problems: fields.map((field) => ({ code: 'account_not_managed', field })),
});

export const latest = (positions: readonly (number | null)[]): number | null =>
  positions.reduce((last, position) => Math.max(last ?? 0, position ?? 0) || null, null);

/**
 * Name and password of an account belong to the person. The firm that opened it looks after them for as long as it serves
 * nothing but that firm: elsewhere, they would open doors that are none of its business. One's own are changed in one's
 * profile, where the current password is requested.
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

/** Two commands of one request in the same stream need keys of their own, or the second would be taken for the first. */
function secondStep(context: CommandContext): CommandContext {
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
