import { faultPoint } from '../../database/fault-point.ts';
import type { FirmRole, MemberFields } from '../../domain/firms/member-events.ts';
import type { AssignCompanies, MemberCommand } from '../../domain/firms/members.ts';
import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { accountStanding, membersOf, type AccountStanding } from '../../projections/firms/queries.ts';
import { findUserByEmail } from '../../projections/identity/queries.ts';
import { holdingEmail } from '../identity/email-address.ts';
import { hashPassword } from '../identity/passwords.ts';
import { registerUser } from '../identity/register-user.ts';
import type { CommandContext } from '../support/context.ts';
import { allOf, refusalOf } from '../support/refusal-of.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** The team of a firm. What crosses from the firm to an account asks the firm first, which alone can refuse. */

export interface TeamChanged {
  /** Place in the log that every process must have taken note of; null when nothing changed. */
  readonly rightsChangedAt: number | null;
}

export interface NewMember {
  readonly email: string;
  readonly role: FirmRole;
  /** Null: all files of the firm. */
  readonly companyTokens: readonly string[] | null;
  /** Of a new account; whoever has one keeps the own. */
  readonly name: string | null;
  readonly password: string | null;
  readonly locale: Language | null;
}

export interface MemberAdded extends TeamChanged {
  readonly userId: number;
  /** False when someone who had an account was attached. */
  readonly hasNewAccount: boolean;
}

/**
 * Attaches someone to the team, with a new account where the address has none. The account comes first: cut off between
 * the two, the same request attaches it when it comes again, and until then the account opens nothing.
 */
export function addMember(
  toolbox: Toolbox,
  firmId: number,
  member: NewMember,
  context: CommandContext,
): Promise<MemberAdded | Refusal> {
  const { pool, commands } = toolbox;
  const { email, role, companyTokens } = member;
  return holdingEmail(pool, email, async () => {
    // Whoever had the address before may have given up waiting for the tables.
    await commands.caughtUp();
    const known = await findUserByEmail(pool, email);
    const refused = await refusalOfMember(toolbox, firmId, member, known ?? null);
    if (refused) return refused;
    const userId = known?.id ?? (await openAccount(toolbox, firmId, member, context));
    if (isRefusal(userId)) return userId;
    faultPoint('between-account-and-member');
    const now = new Date().toISOString();
    const attached = await execute(
      toolbox,
      firmId,
      { type: 'AttachMember', userId, role, companyTokens, now },
      context,
    );
    return isRefusal(attached) ? attached : { ...attached, userId, hasNewAccount: !known };
  });
}

async function openAccount(
  toolbox: Toolbox,
  firmId: number,
  { name, email, password, locale, companyTokens }: NewMember,
  context: CommandContext,
): Promise<number | Refusal> {
  const now = new Date().toISOString();
  const refused = await toolbox.commands.execute(
    'firm',
    firmId,
    { type: 'CheckNewMember', companyTokens, now },
    context,
  );
  if (isRefusal(refused)) return refused;
  return registerUser(toolbox, { name: name!, email, password: password!, locale, openedByFirmId: firmId }, context);
}

/** All that is wrong with a new member; null for nothing. `email` null: it cannot be read, and the account is not judged. */
export async function refusalOfNewMember(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  firmId: number,
  member: Omit<NewMember, 'email' | 'role'> & { readonly email: string | null },
): Promise<Refusal | null> {
  await toolbox.commands.caughtUp();
  const known = member.email === null ? undefined : await findUserByEmail(toolbox.pool, member.email);
  return refusalOfMember(toolbox, firmId, member, known ?? null);
}

async function refusalOfMember(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  firmId: number,
  { email, name, password, companyTokens }: Omit<NewMember, 'email' | 'role'> & { readonly email: string | null },
  known: { readonly id: number } | null,
): Promise<Refusal | null> {
  const now = new Date().toISOString();
  const attachment = known
    ? ({ type: 'AttachMember', userId: known.id, role: 'reviewer', companyTokens, now } as const)
    : ({ type: 'CheckNewMember', companyTokens, now } as const);
  const problems: Problem[] = [];
  if (known && (await accountStanding(toolbox.pool, known.id, firmId))?.is_demo)
    problems.push({ code: 'demo_account', field: 'email' });
  if (!known && email !== null && name === null) problems.push({ code: 'required', field: 'name' });
  if (!known && email !== null && password === null) problems.push({ code: 'required', field: 'password' });
  return allOf(problems.length > 0 ? invalid(problems) : null, await refusalOf(toolbox, 'firm', firmId, attachment));
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
  const [[member], account] = await Promise.all([
    membersOf(pool, firmId, userId),
    accountStanding(pool, userId, firmId),
  ]);
  if (!member || !account) return refuse('not_found');
  const newName = name === account.name ? undefined : name;
  if (isBeyondTheFirm({ name, password }, account, firmId, userId === changedBy)) return notManaged(password);
  const now = new Date().toISOString();
  const command = { type: 'ChangeMember', userId, changes, baseVersion, now } as const;
  const changed = await execute(toolbox, firmId, command, context);
  if (isRefusal(changed)) return changed;
  const positions = [changed.rightsChangedAt];
  if (newName !== undefined) {
    const renamed = { type: 'ChangeProfile', changes: { name: newName } } as const;
    const outcome = await toolbox.commands.execute('user', userId, renamed, context);
    if (isRefusal(outcome)) return outcome;
    positions.push(outcome.position);
  }
  if (password !== undefined) {
    const passwordHash = await hashPassword(password);
    const replaced = { type: 'ChangePassword', passwordHash, verifiedHash: null, keptTokenId: null } as const;
    const outcome = await toolbox.commands.execute('user', userId, replaced, secondStep(context));
    if (isRefusal(outcome)) return outcome;
    positions.push(outcome.position);
  }
  return { rightsChangedAt: positions.reduce((last, position) => Math.max(last ?? 0, position ?? 0) || null, null) };
}

/** All that is wrong with the change of a member, whoever is meant being there; null for nothing. */
export async function refusalOfMemberChange(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  firmId: number,
  userId: number,
  { name, password, ...changes }: MemberChanges,
  changedBy: number,
): Promise<Refusal | null> {
  const [[member], account] = await Promise.all([
    membersOf(toolbox.pool, firmId, userId),
    accountStanding(toolbox.pool, userId, firmId),
  ]);
  if (!member || !account) return null;
  const isBeyond = isBeyondTheFirm({ name, password }, account, firmId, userId === changedBy);
  const command = { type: 'ChangeMember', userId, changes, baseVersion: null, now: new Date().toISOString() } as const;
  return allOf(isBeyond ? notManaged(password) : null, await refusalOf(toolbox, 'firm', firmId, command));
}

const notManaged = (password: string | undefined): Refusal =>
  refuse('account_not_managed', { field: password === undefined ? 'name' : 'password' });

function isBeyondTheFirm(
  { name, password }: Pick<MemberChanges, 'name' | 'password'>,
  account: AccountStanding,
  firmId: number,
  isOwn: boolean,
): boolean {
  const isChanged = (name !== undefined && name !== account.name) || password !== undefined;
  return isChanged && !isManaged(account, firmId, isOwn);
}

/**
 * Name and password of an account belong to the person. The firm that opened it looks after them for as long as it serves
 * nothing but that firm: elsewhere, they would open doors that are none of its business. One's own are changed in one's
 * profile, where the current password is requested.
 */
function isManaged(account: AccountStanding, firmId: number, isOwn: boolean): boolean {
  return (
    account.opened_by_firm_id === firmId &&
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
  return execute(toolbox, firmId, { type: 'DetachMember', userId, baseVersion }, context);
}

export function assignCompanies(
  toolbox: Toolbox,
  firmId: number,
  assignment: Omit<AssignCompanies, 'type'>,
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  return execute(toolbox, firmId, { type: 'AssignCompanies', ...assignment }, context);
}

async function execute(
  { commands }: Toolbox,
  firmId: number,
  command: MemberCommand,
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  const outcome = await commands.execute('firm', firmId, command, context);
  return isRefusal(outcome) ? outcome : { rightsChangedAt: outcome.position };
}
