import { randomUUID } from 'node:crypto';
import type { SignOnSettings } from '../../domain/firms/details-events.ts';
import { decideAdmission, listClaimValues, type Admission } from '../../domain/firms/sign-on.ts';
import type { SignOnSession } from '../../domain/identity/user-events.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { SignOnIdentity } from '../../outside/sign-on/provider.ts';
import type { SignOnProviderSettings } from '../../outside/sign-on/settings.ts';
import { isDemoAccount } from '../../projections/firms/queries.ts';
import { listUsersByEmail, type UserRow } from '../../projections/identity/queries.ts';
import {
  findLinkedAccount,
  listSignOnFirms,
  listTeams,
  type SignOnFirm,
  type SignOnMembership,
} from '../../projections/identity/sign-on.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { withEmailLock } from './email-address.ts';

/**
 * Finds or opens the account of a person whom a provider has identified, and applies the rules of the firms: new members,
 * roles by claim. A provider of one firm proves a person to that firm only, because the firm may run it: it links no
 * account of other people, and its sessions see nothing else.
 */

export type SignOnReason =
  | 'email_not_verified'
  /** There is no account, and no firm adds one. */
  | 'no_account'
  /** A firm of the person gives no role for the claims. */
  | 'no_role'
  | 'suspended'
  | 'invitation_open'
  /** The licence of the firm has no seat left. */
  | 'no_seat'
  /** The account of this address is not provably that of the person. */
  | 'address_taken';

export interface SignedOn {
  readonly userId: number;
  readonly session: SignOnSession;
  /** Log position that every process must have processed; null if nothing changed. */
  readonly rightsChangedAt: number | null;
}

export interface SignOnRejected {
  readonly rejected: SignOnReason;
}

export const isRejected = (outcome: object): outcome is SignOnRejected => 'rejected' in outcome;

const reject = (rejected: SignOnReason): SignOnRejected => ({ rejected });

/** Shared by the steps of one sign-on. */
interface Attempt {
  readonly toolbox: Toolbox;
  readonly provider: SignOnProviderSettings;
  readonly identity: SignOnIdentity;
  readonly email: string;
  readonly firms: readonly SignOnFirm[];
  readonly context: CommandContext;
  /** Log positions of the changes made. */
  readonly positions: (number | null)[];
}

interface Plan {
  readonly firm: SignOnFirm;
  readonly member: SignOnMembership | null;
  readonly admission: Admission;
}

export async function signOn(
  toolbox: Toolbox,
  provider: SignOnProviderSettings,
  identity: SignOnIdentity,
): Promise<SignedOn | SignOnRejected> {
  const { pool, commands } = toolbox;
  const { email, isEmailVerified } = identity;
  if (email === null || !(isEmailVerified ?? provider.trustsEmail)) return reject('email_not_verified');
  const firms = await listSignOnFirms(pool, provider.key, provider.firm);
  const context = createSystemContext('sign_on');
  const attempt: Attempt = { toolbox, provider, identity, email, firms, context, positions: [] };
  const linked = await findLinkedAccount(pool, identity);
  const userId =
    linked === null
      ? await withEmailLock(pool, email, async () => {
          // Another sign-on of the same person may have just opened the account.
          await commands.waitForProjections();
          const late = await findLinkedAccount(pool, identity);
          return late === null ? enterFirstTime(attempt) : enterAgain(attempt, late);
        })
      : await enterAgain(attempt, linked);
  if (typeof userId !== 'number') return userId;
  const rightsChangedAt = attempt.positions.reduce<number>((last, position) => Math.max(last, position ?? 0), 0);
  const session = { provider: provider.key, firm_id: provider.firm === null ? null : firms[0]!.id };
  return { userId, session, rightsChangedAt: rightsChangedAt || null };
}

async function enterAgain(attempt: Attempt, userId: number): Promise<number | SignOnRejected> {
  const teams = await listTeams(attempt.toolbox.pool, userId);
  const plans = planAdmissions(attempt, teams);
  const rejected = findRejection(attempt, plans, teams);
  return rejected ?? (await applyPlans(attempt, userId, plans)) ?? userId;
}

async function enterFirstTime(attempt: Attempt): Promise<number | SignOnRejected> {
  const { toolbox, email } = attempt;
  const known = findAccountToEnter(attempt, await listUsersByEmail(toolbox.pool, email));
  if (known) return enterKnownAccount(attempt, known);
  const plans = planAdmissions(attempt, []);
  const joining = plans.filter(({ admission }) => admission.kind === 'attached');
  if (joining.length === 0) return reject(getMainReason(plans));
  const seat = await toolbox.commands.execute(
    'firm',
    joining[0]!.firm.id,
    { type: 'CheckNewMember', companyTokens: null, now: new Date().toISOString() },
    attempt.context,
  );
  if (isRefusal(seat)) return reject('no_seat');
  const userId = await openAccount(attempt);
  return (await linkAccount(attempt, userId)) ?? (await applyPlans(attempt, userId, joining)) ?? userId;
}

/**
 * The account of the proven owner of the address, or one that a firm of the provider opened. Accounts that other firms
 * opened without proof are theirs; only a provider of the whole service, which proves the owner, may enter them.
 */
function findAccountToEnter({ provider, firms }: Attempt, accounts: readonly UserRow[]): UserRow | undefined {
  const own =
    accounts.find((one) => one.is_address_proven) ??
    accounts.find((one) => firms.some(({ id }) => id === one.opened_by_firm_id));
  return own ?? (provider.firm === null ? accounts[0] : undefined);
}

/** The address has an account: it is linked only if no other person could be behind it. */
async function enterKnownAccount(attempt: Attempt, known: UserRow): Promise<number | SignOnRejected> {
  const { provider, firms } = attempt;
  const { pool } = attempt.toolbox;
  if (!known.email_verified || known.external_id !== null || (await isDemoAccount(pool, known.id)))
    return reject('address_taken');
  const teams = await listTeams(pool, known.id);
  const plans = planAdmissions(attempt, teams);
  const isOpenedHere = !known.is_claimed && known.opened_by_firm_id === firms[0]?.id;
  // A firm cannot draw the account of a stranger into its team by naming the address.
  if (provider.firm !== null && !isOpenedHere && plans.some(({ admission }) => admission.kind === 'attached'))
    return reject('address_taken');
  const rejected = findRejection(attempt, plans, teams);
  if (rejected) return rejected;
  return (await linkAccount(attempt, known.id)) ?? (await applyPlans(attempt, known.id, plans)) ?? known.id;
}

function planAdmissions({ provider, identity, firms }: Attempt, teams: readonly SignOnMembership[]): readonly Plan[] {
  const named = listNamedFirms(provider, identity.claims);
  return firms.map((firm) => {
    const member = teams.find(({ firm_id }) => firm_id === firm.id) ?? null;
    const admission = decideAdmission({
      settings: firm.sso?.provider === provider.key ? firm.sso : getDefaultSettings(provider.key),
      member: member && { role: member.role, isActive: member.is_active, isInvited: member.is_invited },
      claims: identity.claims,
      isNamed: named === null || named.includes(firm.public_token),
      provesPerson: provider.firm === null,
    });
    return { firm, member, admission };
  });
}

/** Public tokens of the firms that the provider names; null if it does not name any. */
function listNamedFirms(
  { firmClaim, firms }: SignOnProviderSettings,
  claims: SignOnIdentity['claims'],
): readonly string[] | null {
  if (firmClaim === null) return null;
  const values = listClaimValues(claims, firmClaim);
  return firms === null ? values : values.flatMap((value) => (Object.hasOwn(firms, value) ? [firms[value]!] : []));
}

/** Of a firm whose provider the operator configured, before the firm has chosen anything: its members sign in. */
const getDefaultSettings = (provider: string): SignOnSettings => ({
  provider,
  required: false,
  claim: null,
  roles: {},
  create_members: false,
});

function findRejection(
  { provider }: Attempt,
  plans: readonly Plan[],
  teams: readonly SignOnMembership[],
): SignOnRejected | null {
  // A session shows every firm of the person, so a firm that gives no role prevents it.
  const isUnmapped = ({ member, admission }: Plan): boolean =>
    member !== null && admission.kind === 'left_out' && admission.reason === 'no_role';
  if (plans.some(isUnmapped)) return reject('no_role');
  if (plans.some(({ admission }) => admission.kind !== 'left_out')) return null;
  if (provider.firm !== null) return reject(getMainReason(plans));
  const isSeen = teams.length === 0 || teams.some(({ is_active, is_invited }) => is_active && !is_invited);
  if (isSeen) return null;
  return reject(teams.some(({ is_active }) => !is_active) ? 'suspended' : 'invitation_open');
}

function getMainReason(plans: readonly Plan[]): SignOnReason {
  const reasons = plans.flatMap(({ admission }) => (admission.kind === 'left_out' ? [admission.reason] : []));
  return reasons.find((reason) => reason !== 'no_account') ?? 'no_account';
}

/** The account has no password: its id refers to no hash. */
async function openAccount({ toolbox, provider, identity, email, firms, context }: Attempt): Promise<number> {
  const { commands, ids } = toolbox;
  const [id] = await ids.allocate('users', 1);
  const details = {
    id: id!,
    name: identity.name ?? email.slice(0, email.indexOf('@')),
    email,
    password_id: randomUUID(),
    locale: parseLanguage(identity.locale),
    is_platform_admin: false,
    ...(provider.firm !== null && { opened_by_firm_id: firms[0]!.id }),
  };
  const registered = await commands.execute('user', id!, { type: 'RegisterUser', details }, context);
  if (isRefusal(registered)) throw new Error('A new account was refused');
  return id!;
}

const parseLanguage = (tag: string | null): Language | null =>
  LANGUAGES.find((language) => language === tag?.toLowerCase().split(/[-_]/)[0]) ?? null;

async function linkAccount(attempt: Attempt, userId: number): Promise<SignOnRejected | null> {
  const { toolbox, provider, identity, email, context, positions } = attempt;
  const { issuer, subject } = identity;
  const voidPasswordId = provider.firm === null ? randomUUID() : null;
  const command = { type: 'LinkSignOn', identity: { issuer, subject }, email, voidPasswordId } as const;
  const linked = await toolbox.commands.execute('user', userId, command, context);
  if (isRefusal(linked)) return reject('address_taken');
  positions.push(linked.position);
  return null;
}

async function applyPlans(
  { toolbox: { commands }, context, positions }: Attempt,
  userId: number,
  plans: readonly Plan[],
): Promise<SignOnRejected | null> {
  const now = new Date().toISOString();
  for (const { firm, admission } of plans) {
    const command = toMemberCommand(admission, userId, now);
    if (command === null) continue;
    const outcome = await commands.execute('firm', firm.id, command, context);
    // The last administrator keeps the role, whatever the provider says; a member added meanwhile is a member.
    if (!isRefusal(outcome)) positions.push(outcome.position);
    else if (outcome.code === 'user_limit_reached') return reject('no_seat');
    else if (outcome.code !== 'last_admin' && outcome.code !== 'member_exists') return reject('no_account');
  }
  return null;
}

function toMemberCommand(admission: Admission, userId: number, now: string) {
  switch (admission.kind) {
    case 'attached':
      return { type: 'AttachMember', userId, role: admission.role, companyTokens: null, now } as const;
    case 'joined':
      return { type: 'JoinTeam', userId } as const;
    case 'admitted':
      return admission.role === null
        ? null
        : ({ type: 'ChangeMember', userId, changes: { role: admission.role }, baseVersion: null, now } as const);
    case 'left_out':
      return null;
  }
}
