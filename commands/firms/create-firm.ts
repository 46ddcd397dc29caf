import { passFaultPoint } from '../../database/fault-point.ts';
import type { FirmSource, NewFirmDetails } from '../../domain/firms/details.ts';
import type { Language } from '../../domain/language.ts';
import { refuseInvalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { findFirmOpenedBy, isDemoAccount } from '../../projections/firms/queries.ts';
import type { LinkMeans } from '../../domain/identity/user-events.ts';
import { findOwnerOfEmail, type UserRow } from '../../projections/identity/queries.ts';
import { issueLink, type IssuedLink } from '../../stores/identity/account-links.ts';
import { withEmailLock } from '../identity/email-address.ts';
import { findPasswordRefusal } from '../identity/password-rules.ts';
import { registerUser } from '../identity/register-user.ts';
import { createPublicToken } from '../../stores/identity/secrets.ts';
import { refuseNotManaged } from './change-team.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface NewFirm {
  readonly firm: NewFirmDetails;
  readonly admin: {
    readonly email: string;
    /** Name and password of a new account, both required; an existing account keeps its own. */
    readonly name: string | null;
    readonly password: string | null;
    readonly locale: Language | null;
  };
  /** Absent if opened manually. */
  readonly source?: FirmSource;
}

export interface FirmCreated {
  readonly firm: { readonly public_token: string; readonly name: string };
  readonly user_id: number;
  /** Log position that every process must have processed, since the user may be signed in already. */
  readonly rightsChangedAt: number | null;
  /** Set if the administrator already has an account: nothing is visible before the invitation is accepted. */
  readonly invitation: IssuedLink | null;
}

export interface FirmCreation {
  /** How to treat an address that already has an account; `refused` is the default. */
  readonly existingAccount?: 'is_invited' | 'refused';
  /** How the link of the invitation is delivered. */
  readonly means?: LinkMeans;
}

/** Opens a firm with its first administrator, who has an account or gets one. */
export function createFirm(
  toolbox: Toolbox,
  { firm, admin, source }: NewFirm,
  context: CommandContext,
  { existingAccount = 'refused', means = 'handed_over' }: FirmCreation = {},
): Promise<FirmCreated | Refusal> {
  const { pool, commands, ids } = toolbox;
  return withEmailLock(pool, admin.email, async () => {
    // The previous holder of the address lock may have stopped waiting for the projections.
    await commands.waitForProjections();
    // A firm cannot keep an address from its owner by opening an account for it.
    const known = await findOwnerOfEmail(pool, admin.email);
    const earlier = await findFirmOpenedEarlier(toolbox, context);
    if (known && existingAccount === 'refused' && known.id !== earlier?.admin_id)
      return refuseInvalid([{ code: 'record_taken', field: 'email' }]);
    if (known && (await isDemoAccount(pool, known.id)))
      return refuseInvalid([{ code: 'demo_account', field: 'admin.email' }]);
    const missing = known ? [] : listMissingFields(admin);
    if (missing.length > 0) return refuseInvalid(missing);
    const weak = known ? null : findPasswordRefusal(admin.password!, admin.email, 'admin.password');
    if (weak) return weak;
    const ignored = known && known.id !== earlier?.admin_id ? listIgnoredFields(admin) : [];
    if (ignored.length > 0) return refuseNotManaged(ignored);
    const isInvited = known !== undefined && !hasAgreed(known, context);
    const userId = known?.id ?? earlier?.admin_id ?? (await ids.allocate('users', 1))[0]!;
    const opened = earlier ?? (await openNewFirm());
    if (isRefusal(opened)) return opened;
    passFaultPoint('between-firm-and-admin');
    if (!known) {
      // Open the firm first: if interrupted, a firm without users does no harm, but a taken address would.
      const { name, email, password, locale } = admin;
      // The person who opens firms vouches for the administrator, so the account counts as claimed from the start.
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

    async function openNewFirm(): Promise<{ id: number; public_token: string; position: number | null } | Refusal> {
      const firmId = (await ids.allocate('firms', 1))[0]!;
      const publicToken = createPublicToken();
      const command = {
        ...({ type: 'OpenFirm', firmId, publicToken, details: firm, adminId: userId } as const),
        ...(isInvited && { isAdminInvited: true }),
      };
      const outcome = await commands.execute('firm', firmId, { ...command, ...(source && { source }) }, context);
      return isRefusal(outcome) ? outcome : { id: firmId, public_token: publicToken, position: outcome.position };
    }
  });
}

function listMissingFields(admin: NewFirm['admin']): Problem[] {
  return (['name', 'password'] as const)
    .filter((name) => admin[name] === null)
    .map((name) => ({ code: 'required', field: `admin.${name}` }));
}

const listIgnoredFields = (admin: NewFirm['admin']): readonly string[] =>
  (['name', 'password'] as const).filter((name) => admin[name] !== null).map((name) => `admin.${name}`);

/** A signed-in user who opens a firm for themselves has agreed by doing so. */
const hasAgreed = ({ id, is_claimed }: UserRow, { userId, tokenKind }: CommandContext): boolean =>
  id === userId && tokenKind === 'session' && is_claimed;

/** Each new firm has a new stream, so a resumed request finds the firm it opened by its mutation id. */
async function findFirmOpenedEarlier(
  { pool }: Toolbox,
  { isResumed, userId, clientMutationId, course }: CommandContext,
): Promise<{ id: number; public_token: string; admin_id: number } | undefined> {
  if (!isResumed || userId === null || clientMutationId === null) return undefined;
  const opened = await findFirmOpenedBy(pool, userId, clientMutationId);
  if (opened && course) course.earlierOperationId ??= opened.operation_id;
  return opened;
}
