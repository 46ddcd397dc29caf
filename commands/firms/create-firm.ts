import { faultPoint } from '../../database/fault-point.ts';
import type { FirmSource, NewFirmDetails } from '../../domain/firms/details.ts';
import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { firmOpenedBy, isDemoAccount } from '../../projections/firms/queries.ts';
import type { LinkMeans } from '../../domain/identity/user-events.ts';
import { findUserByEmail, type UserRow } from '../../projections/identity/queries.ts';
import { issueLink, type IssuedLink } from '../../stores/identity/account-links.ts';
import { holdingEmail } from '../identity/email-address.ts';
import { passwordRefusal } from '../identity/password-rules.ts';
import { registerUser } from '../identity/register-user.ts';
import { newPublicToken } from '../../stores/identity/secrets.ts';
import { notManaged } from './change-team.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface NewFirm {
  readonly firm: NewFirmDetails;
  readonly admin: {
    readonly email: string;
    /** Name and password of a new account; both are needed for one, and an account that is there keeps its own. */
    readonly name: string | null;
    readonly password: string | null;
    readonly locale: Language | null;
  };
  /** Absent: opened by hand. */
  readonly source?: FirmSource;
}

export interface FirmCreated {
  readonly firm: { readonly public_token: string; readonly name: string };
  readonly user_id: number;
  /** Place in the log that every process must have taken note of: someone may be signed in already. */
  readonly rightsChangedAt: number | null;
  /** Of an administrator who has an account already: nothing is seen before the invitation is accepted. */
  readonly invitation: IssuedLink | null;
}

export interface FirmCreation {
  /** What becomes of an address that has an account already; `refused` is the default. */
  readonly existingAccount?: 'is_invited' | 'refused';
  /** How the link of an invitation goes out. */
  readonly means?: LinkMeans;
}

/** Opens a firm with its first administrator, who gets an account or has one. */
export function createFirm(
  toolbox: Toolbox,
  { firm, admin, source }: NewFirm,
  context: CommandContext,
  { existingAccount = 'refused', means = 'handed_over' }: FirmCreation = {},
): Promise<FirmCreated | Refusal> {
  const { pool, commands, ids } = toolbox;
  return holdingEmail(pool, admin.email, async () => {
    // Whoever had the address before may have given up waiting for the tables.
    await commands.caughtUp();
    const known = await findUserByEmail(pool, admin.email);
    const earlier = await openedEarlier(toolbox, context);
    if (known && existingAccount === 'refused' && known.id !== earlier?.admin_id)
      return invalid([{ code: 'record_taken', field: 'email' }]);
    if (known && (await isDemoAccount(pool, known.id)))
      return invalid([{ code: 'demo_account', field: 'admin.email' }]);
    const missing = known ? [] : missingFields(admin);
    if (missing.length > 0) return invalid(missing);
    const weak = known ? null : passwordRefusal(admin.password!, admin.email, 'admin.password');
    if (weak) return weak;
    const ignored = known && known.id !== earlier?.admin_id ? ignoredFields(admin) : [];
    if (ignored.length > 0) return notManaged(ignored);
    const isInvited = known !== undefined && !isAgreed(known, context);
    const userId = known?.id ?? earlier?.admin_id ?? (await ids.allocate('users', 1))[0]!;
    const opened = earlier ?? (await open());
    if (isRefusal(opened)) return opened;
    faultPoint('between-firm-and-admin');
    if (!known) {
      // The firm first: cut off between the two, a firm that nobody can enter harms no one, a taken address would.
      const { name, email, password, locale } = admin;
      // Whoever opens firms vouches for the person: the account is theirs from the start.
      const person = { name: name!, email, password: password!, locale };
      const registered = await registerUser(toolbox, person, context, userId);
      if (isRefusal(registered)) return registered;
    }
    return {
      firm: { public_token: opened.public_token, name: firm.name },
      user_id: userId,
      rightsChangedAt: 'position' in opened ? opened.position : null,
      invitation: isInvited
        ? await issueLink(pool, { userId, email: known.email, purpose: 'invitation', firmId: opened.id, means })
        : null,
    };

    async function open(): Promise<{ id: number; public_token: string; position: number | null } | Refusal> {
      const firmId = (await ids.allocate('firms', 1))[0]!;
      const publicToken = newPublicToken();
      const command = {
        ...({ type: 'OpenFirm', firmId, publicToken, details: firm, adminId: userId } as const),
        ...(isInvited && { isAdminInvited: true }),
      };
      const outcome = await commands.execute('firm', firmId, { ...command, ...(source && { source }) }, context);
      return isRefusal(outcome) ? outcome : { id: firmId, public_token: publicToken, position: outcome.position };
    }
  });
}

function missingFields(admin: NewFirm['admin']): Problem[] {
  return (['name', 'password'] as const)
    .filter((name) => admin[name] === null)
    .map((name) => ({ code: 'required', field: `admin.${name}` }));
}

const ignoredFields = (admin: NewFirm['admin']): readonly string[] =>
  (['name', 'password'] as const).filter((name) => admin[name] !== null).map((name) => `admin.${name}`);

/** Whoever signs in and makes a firm their own has agreed to it. */
const isAgreed = ({ id, is_claimed }: UserRow, { userId, tokenKind }: CommandContext): boolean =>
  id === userId && tokenKind === 'session' && is_claimed;

/** A new firm has a new stream each time: an interrupted request finds the one that it has opened by its mutation id. */
async function openedEarlier(
  { pool }: Toolbox,
  { isResumed, userId, clientMutationId, course }: CommandContext,
): Promise<{ id: number; public_token: string; admin_id: number } | undefined> {
  if (!isResumed || userId === null || clientMutationId === null) return undefined;
  const opened = await firmOpenedBy(pool, userId, clientMutationId);
  if (opened && course) course.earlierOperationId ??= opened.operation_id;
  return opened;
}
