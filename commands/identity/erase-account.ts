import { isRefusal, refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { findSoleAdministration, listErasedAccounts, listJoinedAccounts } from '../../projections/identity/own-data.ts';
import { listBelongings } from '../../projections/identity/joining.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { deleteAccountData, eraseStoredReplies } from '../../stores/identity/erase-account.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';
import { forgetStreamState, markErasuresComplete } from '../../stores/persons/pending.ts';
import type { Vault } from '../../stores/vault/vault.ts';
import type { CommandContext } from '../support/context.ts';
import type { SignInToolbox, Toolbox } from '../support/toolbox.ts';
import { confirmPassword } from './change-password.ts';
import { checkCodes, type GivenCodes } from './second-factor.ts';

/**
 * Deletes the account of the caller. Teams are left first, one stream at a time; then the account ends with its sessions,
 * tokens and links, and its key is destroyed. After an interruption the same request continues, or a job does.
 */

export interface AccountErasure extends GivenCodes {
  readonly password: string | null;
}

export type AccountToolbox = SignInToolbox & { readonly vault: Vault };

/** Returns the log position that every process must have processed. */
export async function eraseAccount(
  toolbox: AccountToolbox,
  box: SecretBox,
  userId: number,
  given: AccountErasure,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { pool, commands } = toolbox;
  const user = await findUser(pool, userId);
  if (!user) return refuse('not_found');
  if (user.external_id !== null) return refuse('account_external', { field: 'password' });
  const proof = await proveIdentity(toolbox, box, { id: userId, hasFactor: user.has_second_factor }, given);
  if (isRefusal(proof)) return proof;
  // Several commands concern one stream, and each has no effect the second time: the key of the request is not theirs.
  const own = { ...context, clientMutationId: null };
  await commands.waitForProjections();
  const left = await leaveTeams(toolbox, userId, own);
  if (left) return left;
  let position: number | null = null;
  for (const id of [...(await listJoinedAccounts(pool, userId)), userId]) {
    const verifiedPassword = id === userId ? proof.verifiedPassword : null;
    const command = { type: 'EraseAccount', userId: id, keys: [`user-${id}`], verifiedPassword } as const;
    const outcome = await commands.execute('user', id, command, own);
    if (isRefusal(outcome)) return outcome;
    position = outcome.position ?? position;
  }
  await completeAccountErasures(toolbox);
  return position;
}

interface Proof {
  /** Null if a second factor was proven. */
  readonly verifiedPassword: string | null;
}

async function proveIdentity(
  toolbox: AccountToolbox,
  box: SecretBox,
  { id, hasFactor }: { readonly id: number; readonly hasFactor: boolean },
  { password, ...codes }: AccountErasure,
): Promise<Proof | Refusal> {
  if (password !== null) {
    const confirmed = await confirmPassword(toolbox, id, 'password', password);
    return isRefusal(confirmed) && confirmed.code === undefined
      ? refuse('password_incorrect', { field: 'password' })
      : confirmed;
  }
  const hasCode = codes.totpCode !== null || codes.recoveryCode !== null;
  if (!hasFactor || !hasCode) return refuseInvalid([{ code: 'required', field: 'password' }]);
  const refused = await checkCodes(toolbox.pool, box, id, codes);
  return refused ?? { verifiedPassword: null };
}

/** Refused before anything changes if the user is the only administrator of something. */
async function leaveTeams(
  { pool, commands }: Toolbox,
  userId: number,
  context: CommandContext,
): Promise<Refusal | null> {
  const sole = await refuseSoleAdmin({ pool }, userId);
  if (sole) return sole;
  for (const { kind, stream_id } of await listBelongings(pool, userId)) {
    if (kind !== 'team') continue;
    const outcome = await commands.execute(
      'firm',
      stream_id,
      { type: 'DetachMember', userId, baseVersion: null },
      context,
    );
    if (!isRefusal(outcome) || outcome.code === 'not_found') continue;
    // Another administrator has just left.
    await commands.waitForProjections();
    return (await refuseSoleAdmin({ pool }, userId)) ?? outcome;
  }
  return null;
}

async function refuseSoleAdmin({ pool }: Pick<Toolbox, 'pool'>, userId: number): Promise<Refusal | null> {
  const { firms, companies } = await findSoleAdministration(pool, userId);
  if (firms.length === 0 && companies.length === 0) return null;
  const names = [...firms, ...companies].map(({ name }) => name).join(', ');
  return refuse('sole_admin', { params: { names } }, { firms, companies });
}

/** Destroys the keys of deleted accounts and removes what is stored outside the log. Each step can be repeated. */
export async function completeAccountErasures({
  pool,
  vault,
}: Pick<Toolbox, 'pool'> & { readonly vault: Vault }): Promise<void> {
  for (const id of await listErasedAccounts(pool)) {
    await vault.destroyKeys([`user-${id}`], null);
    await deleteAccountData(pool, id);
    await eraseStoredReplies(pool, id);
    await forgetStreamState(pool, `user-${id}`);
    await markErasuresComplete(pool, [{ company_id: 0, third_party_id: id, version: 0 }]);
  }
}
