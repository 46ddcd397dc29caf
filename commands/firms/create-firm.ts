import { faultPoint } from '../../database/fault-point.ts';
import { decideOpening, type FirmSource, type NewFirmDetails } from '../../domain/firms/details.ts';
import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { firmOpenedBy, isDemoAccount } from '../../projections/firms/queries.ts';
import { findUserByEmail } from '../../projections/identity/queries.ts';
import { holdingEmail } from '../identity/email-address.ts';
import { registerUser } from '../identity/register-user.ts';
import { newPublicToken } from '../identity/secrets.ts';
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
}

export interface FirmCreation {
  /** What becomes of an address that has an account already; `refused` is the default. */
  readonly existingAccount?: 'becomes_admin' | 'refused';
}

/** Opens a firm with its first administrator, who gets an account or has one. */
export function createFirm(
  toolbox: Toolbox,
  { firm, admin, source }: NewFirm,
  context: CommandContext,
  { existingAccount = 'refused' }: FirmCreation = {},
): Promise<FirmCreated | Refusal> {
  const { pool, commands, ids } = toolbox;
  return holdingEmail(pool, admin.email, async () => {
    // Whoever had the address before may have given up waiting for the tables.
    await commands.caughtUp();
    const known = await findUserByEmail(pool, admin.email);
    const earlier = await openedEarlier(toolbox, context);
    if (known && existingAccount === 'refused' && known.id !== earlier?.admin_id)
      return invalid([{ code: 'record_taken', field: 'email' }, ...detailsProblems(firm)]);
    const problems = await adminProblems(pool, admin, known);
    if (problems.length > 0) return invalid([...problems, ...detailsProblems(firm)]);
    const userId = known?.id ?? earlier?.admin_id ?? (await ids.allocate('users', 1))[0]!;
    const opened = earlier ?? (await open());
    if (isRefusal(opened)) return opened;
    faultPoint('between-firm-and-admin');
    if (!known) {
      // The firm first: cut off between the two, a firm that nobody can enter harms no one, a taken address would.
      const { name, email, password, locale } = admin;
      const person = { name: name!, email, password: password!, locale, openedByFirmId: opened.id };
      const registered = await registerUser(toolbox, person, context, userId);
      if (isRefusal(registered)) return registered;
    }
    return {
      firm: { public_token: opened.public_token, name: firm.name },
      user_id: userId,
      rightsChangedAt: 'position' in opened ? opened.position : null,
    };

    async function open(): Promise<{ id: number; public_token: string; position: number | null } | Refusal> {
      const firmId = (await ids.allocate('firms', 1))[0]!;
      const publicToken = newPublicToken();
      const command = { type: 'OpenFirm', firmId, publicToken, details: firm, adminId: userId } as const;
      const outcome = await commands.execute('firm', firmId, { ...command, ...(source && { source }) }, context);
      return isRefusal(outcome) ? outcome : { id: firmId, public_token: publicToken, position: outcome.position };
    }
  });
}

/** All that is wrong with a firm that is to be opened; what is null of its administrator is not judged. */
export async function refusalOfNewFirm(
  { pool, commands }: Pick<Toolbox, 'pool' | 'commands'>,
  { firm, admin }: Pick<NewFirm, 'firm'> & { readonly admin: NewFirm['admin'] | null },
): Promise<Refusal | null> {
  if (admin) await commands.caughtUp();
  const ofAdmin = admin ? await adminProblems(pool, admin, await findUserByEmail(pool, admin.email)) : [];
  const problems = [...ofAdmin, ...detailsProblems(firm)];
  return problems.length === 0 ? null : invalid(problems);
}

const detailsProblems = (details: NewFirmDetails): readonly Problem[] => {
  const decision = decideOpening({ type: 'OpenFirm', firmId: NO_ID, publicToken: '', details, adminId: NO_ID });
  return isRefusal(decision) ? decision.problems : [];
};

/** No firm and no user ever has it. */
const NO_ID = 0;

async function adminProblems(
  pool: Toolbox['pool'],
  admin: NewFirm['admin'],
  known: { readonly id: number } | undefined,
): Promise<readonly Problem[]> {
  if (!known) return missingFields(admin);
  return (await isDemoAccount(pool, known.id)) ? [{ code: 'demo_account', field: 'admin.email' }] : [];
}

function missingFields(admin: NewFirm['admin']): Problem[] {
  return (['name', 'password'] as const)
    .filter((name) => admin[name] === null)
    .map((name) => ({ code: 'required', field: `admin.${name}` }));
}

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
